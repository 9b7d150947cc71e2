"""Submits files of harnesses, and rows. The environment names files that the server has exported."""

import contextlib
import gzip
import io
import json
import os
import sys
import tempfile
import threading
import types
import unittest
from pathlib import Path
from unittest import mock

import omnidex
from omnidex import errors
from omnidex.__main__ import main
from omnidex._submission import pieces
from tests.proxy import Proxy, answer, cut, refuse

BENCHMARK = "omnidex-demo"
FILES = Path(os.environ.get("OMNIDEX_TEST_FILES", "."))
SAMPLES = FILES / "20260101_000000_samples_omnidex_demo.jsonl"
SUMMARY = FILES / "20260101_000000_results.json"
ROWS = [json.loads(line) for line in (FILES / "rows.ndjson").read_text(encoding="utf-8").splitlines()]


def outputs(row):
    return {name: row[name] for name in ("question", "response", "error") if row.get(name) is not None}


class SubmittingTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = omnidex.Client()
        self.original = self.client.run(os.environ["OMNIDEX_TEST_RUN"])
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())) if hasattr(self, "enterContext") else Path(tempfile.mkdtemp())

    def written(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_a_harness_file_is_read_by_the_server(self) -> None:
        run = self.client.submit([SAMPLES, SUMMARY], benchmark=BENCHMARK, notes="from lmms-eval")
        self.assertEqual(run["score"]["value"], self.original["score"]["value"])
        self.assertEqual(run["model"]["name"], self.original["model"]["name"])
        self.assertEqual(run["inputs"], self.original["inputs"])
        again = self.client.submit([SAMPLES, SUMMARY], benchmark=BENCHMARK, notes="from lmms-eval")
        self.assertEqual((again["id"], again["replayed"]), (run["id"], True))
        (read,) = self.client.read(SAMPLES, benchmark=BENCHMARK)
        self.assertEqual(read.report["format"], "lmms-eval")
        self.assertEqual(len(read.rows), len(ROWS))

    def test_what_a_file_does_not_state_is_asked_for(self) -> None:
        lines = SAMPLES.read_text(encoding="utf-8")
        alone = self.written("20260101_000000_samples_omnidex_demo.jsonl", lines)
        with self.assertRaisesRegex(errors.InputError, "The file does not say which model made it."):
            self.client.submit(alone, benchmark=BENCHMARK, inputs=["VIDEO"])
        with self.assertRaisesRegex(errors.InputError, "The file does not say what the model was given."):
            self.client.submit(alone, benchmark=BENCHMARK, model="m")
        with self.assertRaisesRegex(errors.InputError, "There is no file"):
            self.client.submit(self.folder / "none.jsonl", benchmark=BENCHMARK, model="m", inputs=["VIDEO"])
        with self.assertRaisesRegex(errors.InputError, "is a folder"):
            self.client.submit(self.folder, benchmark=BENCHMARK, model="m", inputs=["VIDEO"])

    def test_bad_rows_are_listed(self) -> None:
        lines = SAMPLES.read_text(encoding="utf-8").splitlines()
        sample = {**json.loads(lines[3]), "input": "?", "doc_id": 99999}
        for value in sample.values():
            if isinstance(value, dict) and "question_id" in value:
                value.update(question_id=99999, question_key="none")
        wrong = self.written("2026_samples_omnidex_demo.jsonl", "\n".join([*lines[:3], json.dumps(sample)]))
        with self.assertRaises(errors.BadUserInputError) as raised:
            self.client.submit(wrong, benchmark=BENCHMARK, model="m", inputs=["VIDEO"])
        self.assertIn("1 row cannot be used; nothing was submitted.", str(raised.exception))
        self.assertEqual(len(raised.exception.problems), 1)
        self.assertIn("2026_samples_omnidex_demo.jsonl: line 4: ", raised.exception.problems[0])
        other = self.written("none.csv", "a,b\n1,2\n")
        with self.assertRaises(errors.BadUserInputError) as raised:
            self.client.submit(other, benchmark=BENCHMARK, model="m", inputs=["VIDEO"])
        self.assertRegex(raised.exception.problems[0], r"^none\.csv: Expected rows of lmms-eval, ")
        (read,) = self.client.read(wrong, benchmark=BENCHMARK, allow_partial=True)
        self.assertEqual(len(read.rows), 3)

    def test_one_of_several_runs_is_chosen(self) -> None:
        rows = ROWS[:30]
        table = "question,small,large\n" + "".join("%s,A,B\n" % row["question"] for row in rows)
        wide = self.written("wide.csv", table)
        given = {"benchmark": BENCHMARK, "inputs": ["VIDEO"], "format": "wide-table"}
        with self.assertRaisesRegex(errors.InputError, "wide.csv has several runs. Choose one with part=…: 'small', 'large'"):
            self.client.submit(wide, model="wide", **given)
        run = self.client.submit(wide, model="wide", part="large", **given)
        self.assertEqual({each["response"] for each in self.client.predictions(run["id"])}, {"B"})
        with self.assertRaisesRegex(errors.InputError, "no part 'none'"):
            self.client.submit(wide, model="wide", part="none", **given)

    def test_rows_need_no_reader(self) -> None:
        lines = "".join(json.dumps(outputs(row)) + "\n" for row in ROWS)
        plain = self.written("rows.jsonl", lines)
        packed = self.folder / "rows.jsonl.gz"
        packed.write_bytes(gzip.compress(lines.encode()))
        proxy = Proxy(os.environ["OMNIDEX_URL"])
        self.addCleanup(proxy.close)
        client = omnidex.Client(proxy.url)
        given = {"benchmark": BENCHMARK, "model": "by-rows", "inputs": ["VIDEO", "AUDIO"]}
        runs = [client.submit(rows, **given)["id"] for rows in (plain, str(packed), [outputs(row) for row in ROWS])]
        self.assertEqual(len(set(runs)), 1)
        self.assertEqual(set(proxy.operations), {"SubmitRun"})
        with self.assertRaises(errors.InputError) as raised:
            client.submit([{"question": "a"}, {"question": "b", "response": 3}], **given)
        self.assertEqual(len(raised.exception.problems), 2)

    def test_rows_of_an_open_part_are_a_second_run(self) -> None:
        parts = [[each["key"] for each in self.client.questions(filter={"benchmarks": [slug]})] for slug in ("parted", "parted-open")]
        self.assertTrue(all(parts))
        responses = {key: "A" for part in parts for key in part}
        given = {"benchmark": "parted", "model": "both", "inputs": ["VIDEO"], "seed": 9, "visibility": "PUBLIC"}
        run = self.client.submit(responses, **given)
        both = [run, run["openPart"]]
        self.assertEqual([each["benchmark"]["slug"] for each in both], ["parted", "parted-open"])
        self.assertEqual([each["report"]["covered"] for each in both], [len(part) for part in parts])
        self.assertEqual([(each["model"]["name"], each["seed"], each["visibility"]) for each in both], [("both", 9, "PUBLIC")] * 2)
        again = self.client.submit(responses, **given)
        self.assertEqual([again["id"], again["openPart"]["id"]], [each["id"] for each in both])
        with self.assertRaisesRegex(errors.InputError, "One idempotency key cannot be that of both"):
            self.client.submit(responses, idempotency_key="mine", **given)
        with self.assertRaisesRegex(errors.BadUserInputError, "nowhere"):
            self.client.submit({**responses, "nowhere": "A"}, **{**given, "model": "unknown"})
        self.assertNotIn("unknown", [each["model"]["name"] for each in self.client.runs(filter={"benchmarks": ["parted-open"]})])
        self.assertNotIn("openPart", self.client.submit({parts[0][0]: "A"}, **given))

    def test_the_key_is_that_of_the_typescript_sdk(self) -> None:
        rows = [outputs(row) for row in ROWS]
        run = self.client.submit(rows, benchmark=BENCHMARK, model="from both SDKs", inputs=["VIDEO", "AUDIO"], seed=3)
        self.assertEqual((run["id"], run["replayed"]), (os.environ["OMNIDEX_TEST_SDK_RUN"], True))

    def test_progress_is_shown_with_tqdm_if_it_is_installed(self) -> None:
        shown = []

        class Bar:
            def __init__(self, total, unit):
                self.n = 0
                shown.append((total, unit))

            def update(self, more):
                self.n += more
                shown.append(self.n)

            def close(self):
                shown.append("closed")

        module = types.ModuleType("tqdm")
        module.tqdm = Bar
        rows = [outputs(row) for row in ROWS[:25]]
        with mock.patch.dict(sys.modules, {"tqdm": module}):
            self.client.submit(rows, benchmark=BENCHMARK, model="shown", inputs=["VIDEO"], progress=True)
        self.assertEqual(shown, [(25, "rows"), 25, "closed"])
        with mock.patch.dict(sys.modules, {"tqdm": None}):
            again = self.client.submit(rows, benchmark=BENCHMARK, model="shown", inputs=["VIDEO"], progress=True)
        self.assertTrue(again["replayed"])

    def test_the_encoding_of_a_file(self) -> None:
        given = {"benchmark": BENCHMARK, "model": "m", "inputs": ["VIDEO"]}
        row = {"question": ROWS[0]["question"], "response": "caf\u00e9"}
        path = self.folder / "rows.jsonl"
        for rows in ("[%s]", "%s\n"):
            text = rows % json.dumps(row, ensure_ascii=False)
            path.write_bytes(text.encode("utf-8-sig"))
            self.assertEqual(self.client.validate(path, **given)["rows"], 1)
            path.write_bytes(text.encode("latin-1"))
            with self.assertRaises(omnidex.OmnidexError):
                self.client.validate(path, **given)
        path.write_bytes(b"\n".join([json.dumps(row).encode()] * 3000 + [b'{"question": "caf\xe9", "response": "A"}']))
        with self.assertRaisesRegex(errors.InputError, "rows.jsonl is not UTF-8"):
            self.client.validate(path, **given)

    def test_fields_are_known_before_anything_is_sent(self) -> None:
        proxy = Proxy(os.environ["OMNIDEX_URL"])
        self.addCleanup(proxy.close)
        client = omnidex.Client(proxy.url)
        with self.assertRaisesRegex(errors.InputError, "no field 'sead'. Did you mean 'seed'"):
            client.submit(ROWS[:1], benchmark=BENCHMARK, model="m", inputs="video", sead=1)
        with self.assertRaisesRegex(errors.InputError, "Did you mean 'report_url'"):
            client.submit([SAMPLES], benchmark=BENCHMARK, model="m", inputs="video", reporturl="x")
        self.assertEqual(proxy.operations, [])
        rows = [outputs(row) for row in ROWS[:9]]
        given = {"benchmark": BENCHMARK, "model": "words", "notes": "n", "open_ended": False}
        runs = [self.client.submit(rows, inputs=inputs, **given) for inputs in ("video,audio", "Video + audio", ["VIDEO", "AUDIO"])]
        self.assertEqual(len({run["id"] for run in runs}), 1)
        self.assertEqual(set(runs[0]["inputs"]), {"VIDEO", "AUDIO"})

    def test_validation_stores_nothing(self) -> None:
        before = self.client.runs().count()
        rows = [outputs(row) for row in ROWS] + [{"question": "none", "response": "A"}]
        report = self.client.validate(rows, benchmark=BENCHMARK, model="m", inputs=["VIDEO"])
        self.assertEqual((report["ok"], report["errorCount"]), (False, 1))
        self.assertEqual([issue["row"] for issue in report["issues"] if issue["severity"] == "ERROR"], [len(ROWS)])
        self.assertEqual(self.client.runs().count(), before)

    def test_none_removes_a_value(self) -> None:
        rows = [outputs(row) for row in ROWS]
        run = self.client.submit(rows, benchmark=BENCHMARK, model="noted", inputs=["VIDEO"], notes="a note", seed=1)
        self.assertEqual(run["notes"], "a note")
        changed = self.client.update_run(run["id"], notes=None)
        self.assertEqual((changed["notes"], changed["seed"]), (None, 1))
        self.assertEqual(self.client.wait_for_run(run["id"])["status"], "SCORED")

    def test_the_command_submits_and_lists_problems(self) -> None:
        def command(*arguments):
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main([str(each) for each in arguments])
            return code, out.getvalue(), err.getvalue()

        code, out, err = command("submit", SAMPLES, SUMMARY, "--benchmark", BENCHMARK, "--seed", 5)
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"^run_\d+: \d+(\.\d)? % \(95 %: \d+(\.\d)?–\d+(\.\d)?\) of \d+ questions\n$")
        self.assertIn("0 errors", command("submit", SAMPLES, SUMMARY, "--benchmark", BENCHMARK, "--dry-run")[1])
        broken = self.written("2026_samples_omnidex_demo.jsonl", '{"doc_id": 99999, "resps": ["A"], "input": "?"}\n')
        code, out, err = command("submit", broken, "--benchmark", BENCHMARK, "--model", "m", "--inputs", "video")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("omnidex: 1 row cannot be used", err)
        self.assertIn("2026_samples_omnidex_demo.jsonl: line 1", err)
        self.assertIn(BENCHMARK, command("benchmarks")[1])
        lines = command("questions", "--filter", json.dumps({"benchmarks": [BENCHMARK], "levels": ["REASONING"]}))[1]
        self.assertEqual({json.loads(line)["level"] for line in lines.splitlines()}, {"REASONING"})


class FaultsTest(unittest.TestCase):
    """A proxy refuses or cuts requests to the real server."""

    def setUp(self) -> None:
        self.proxy = Proxy(os.environ["OMNIDEX_URL"])
        self.addCleanup(self.proxy.close)
        self.client = omnidex.Client(self.proxy.url)

    def test_a_query_is_repeated(self) -> None:
        self.proxy.faults = [
            ("Benchmarks", "before", refuse(503, "UNAVAILABLE", "0")),
            ("Benchmarks", "before", refuse(429, "RATE_LIMITED", "0")),
        ]
        self.assertTrue(self.client.benchmarks())
        self.assertEqual(self.proxy.operations, ["Benchmarks"] * 3)
        self.proxy.faults = [("Benchmarks", "before", refuse(503, "UNAVAILABLE"))] * 3
        with self.assertRaises(errors.UnavailableError):
            self.client.benchmarks()
        self.proxy.faults = [("Benchmarks", "before", refuse(429, "RATE_LIMITED", "3600"))]
        with self.assertRaises(errors.RateLimitedError):
            self.client.benchmarks()
        self.assertEqual(len(self.proxy.operations), 7)

    def test_a_file_is_sent_again(self) -> None:
        place = "/read/" + BENCHMARK
        self.proxy.faults = [(place, "before", refuse(503, "UNAVAILABLE", "0")), (place, "after", cut)]
        (read,) = self.client.read([SAMPLES, SUMMARY], benchmark=BENCHMARK)
        self.assertEqual(len(read.rows), len(ROWS))
        self.assertEqual(self.proxy.operations, [place] * 3)

    def test_an_answer_that_is_cut_off_is_asked_for_again(self) -> None:
        place = "/read/" + BENCHMARK
        run = {"file": "f", "part": None, "header": {}, "read": {"predictions": 2}, "repetition": None}
        half = (json.dumps({"run": run}) + '\n{"question": "a", "response": "A"}\n').encode()
        kind = "application/x-ndjson"
        chunked = b"%x\r\n%s\r\n" % (len(half), half)

        def open_chunks(handler):
            handler.close_connection = True
            handler.send_response(200)
            handler.send_header("content-type", kind)
            handler.send_header("transfer-encoding", "chunked")
            handler.end_headers()
            handler.wfile.write(chunked)

        endings = [answer(half, kind, len(half) + 9), answer(half, kind, -1), answer(half[:-9], kind, -1), open_chunks]
        self.proxy.faults = [(place, "before", ending) for ending in endings]
        (read,) = self.client.read([SAMPLES, SUMMARY], benchmark=BENCHMARK)
        self.assertEqual((len(read.rows), self.proxy.operations), (len(ROWS), [place] * 5))
        for ending in endings:
            self.proxy.faults = [(place, "before", ending)]
            with self.assertRaises(errors.ConnectionFailedError):
                omnidex.Client(self.proxy.url, max_retries=0).read([SAMPLES, SUMMARY], benchmark=BENCHMARK)
        self.proxy.faults = [("/tables/scores.tex", "before", answer(b"\\begin", "application/x-tex", 99))] * 3
        with self.assertRaises(errors.ConnectionFailedError):
            self.client.table(BENCHMARK, ["LEVEL"]).to_latex()

    def test_an_early_refusal_of_an_upload_is_read(self) -> None:
        large = Path(self.enterContext(tempfile.TemporaryDirectory()) if hasattr(self, "enterContext") else tempfile.mkdtemp(), "large.csv")
        large.write_bytes(b"a,b\n" * (1 << 22))
        place = "/read/" + BENCHMARK
        for status, code in ((401, "UNAUTHENTICATED"), (413, "BAD_USER_INPUT")):
            self.proxy.operations.clear()
            self.proxy.faults = [(place, "early", refuse(status, code))]
            with self.assertRaises(errors.ApiError) as raised:
                self.client.read(large, benchmark=BENCHMARK)
            self.assertEqual((raised.exception.code, self.proxy.operations), (code, [place]))

    def test_a_page_in_place_of_an_answer_is_told_apart(self) -> None:
        page = answer(b"<html>Sign in</html>", "text/html; charset=utf-8")
        self.proxy.faults = [("/read/" + BENCHMARK, "before", page), ("/tables/scores.tex", "before", page)]
        with self.assertRaises(errors.ProtocolError):
            self.client.read([SAMPLES, SUMMARY], benchmark=BENCHMARK)
        with self.assertRaises(errors.ProtocolError):
            self.client.table(BENCHMARK, ["LEVEL"]).to_latex()

    def test_pieces_give_the_report_of_the_whole(self) -> None:
        short = [dict(outputs(row), response="hm") for row in ROWS[7:]]
        short[3] = {"question": short[3]["question"], "response": "The answer is (A)."}
        given = {"benchmark": BENCHMARK, "inputs": ["VIDEO", "AUDIO"]}
        one = self.client.validate(short, model="m", **given)
        self.assertEqual((one["missing"], one["remarks"]["suspicious"]), (one["questions"] - len(short), True))
        at_once = self.client.submit(short, model="at once", **given)
        patch = mock.patch("omnidex._submission.MOST_ROWS", 50)
        patch.start()
        self.addCleanup(patch.stop)
        self.assertGreater(len(list(pieces(short))), 2)
        whole = self.client.validate(short, model="m", **given)
        # The server lists no more than 100 keys for each piece.
        listed = whole.pop("missingKeys")
        self.assertEqual(listed[:7], one["missingKeys"][:7])
        self.assertLessEqual(set(listed), set(one.pop("missingKeys")))
        self.assertEqual(whole, one)
        run = self.client.submit(short, model="in pieces", **given)
        self.assertEqual(set(run), set(at_once))
        self.assertFalse(run["replayed"])
        for name in ("ok", "rows", "missing", "covered", "scorable", "partial", "confirmations", "warningCount", "issues"):
            self.assertEqual(run["report"][name], at_once["report"][name], name)
        for name in ("suspicious", "rows", "kinds"):
            self.assertEqual(run["report"]["remarks"][name], at_once["report"]["remarks"][name], name)
        again = self.client.submit(short, model="in pieces", **given)
        self.assertEqual((again["id"], again["replayed"]), (run["id"], True))
        with self.assertRaises(errors.BadUserInputError) as raised:
            self.client.submit([*short, {"question": "none", "response": "A"}], model="m", **given)
        self.assertEqual(len(raised.exception.problems), 1)
        self.assertTrue(raised.exception.problems[0].startswith("predictions[%d] (none): " % len(short)))

    def test_an_interrupted_submission_goes_on(self) -> None:
        rows = [dict(outputs(row), response="padding " * 500 + (row.get("response") or "")) for row in ROWS]
        given = {"benchmark": BENCHMARK, "model": "interrupted", "inputs": ["VIDEO", "AUDIO"]}
        told = []
        self.proxy.faults = [("AppendPredictions", "after", cut)]
        impatient = omnidex.Client(self.proxy.url, max_retries=0)
        with self.assertRaises(errors.ConnectionFailedError):
            impatient.submit(rows, **given)
        self.assertIn("OpenRun", self.proxy.operations)
        self.proxy.faults = [("AppendPredictions", "before", refuse(503, "UNAVAILABLE", "0"))]
        run = self.client.submit(rows, progress=lambda done, total: told.append((done, total)), **given)
        self.assertEqual(told[-1], (len(rows), len(rows)))
        stored = self.client.predictions(run["id"])
        self.assertEqual(stored.count(), len(rows))
        found = [each["question"]["key"] for each in stored]
        self.assertEqual(len(found), len(set(found)))
        same = [each for each in self.client.runs(filter={"mine": True}) if each["model"]["name"] == "interrupted"]
        self.assertEqual([each["id"] for each in same], [run["id"]])

    def test_a_mutation_that_may_have_arrived_is_sent_once(self) -> None:
        self.proxy.faults = [("CreateApiKey", "after", cut)]
        with self.assertRaises(errors.ConnectionFailedError):
            self.client.create_api_key("only once")
        self.assertEqual(self.proxy.operations, ["CreateApiKey"])

    def test_a_late_answer_is_a_timeout(self) -> None:
        ended = threading.Event()
        self.addCleanup(ended.set)
        self.proxy.faults = [("Benchmarks", "before", lambda _: ended.wait(60))]
        with self.assertRaises(errors.TimeoutError) as raised:
            omnidex.Client(self.proxy.url, timeout=0.3, max_retries=0).benchmarks()
        self.assertEqual(raised.exception.code, "TIMEOUT")

    def test_another_server_is_told_apart(self) -> None:
        def page(handler):
            handler.send_response(200)
            handler.send_header("content-length", "2")
            handler.end_headers()
            handler.wfile.write(b"ok")

        self.proxy.faults = [("Benchmarks", "before", page)]
        with self.assertRaisesRegex(errors.ProtocolError, "is it the address of an Omnidex server"):
            self.client.benchmarks()


if __name__ == "__main__":
    unittest.main()
