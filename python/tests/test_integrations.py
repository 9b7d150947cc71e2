"""The hooks, with the harnesses' imports stubbed. The stub writes its files as `EvaluationTracker` does."""

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

import omnidex
from omnidex import errors
from omnidex.integrations import lmms_eval, vlmevalkit

BENCHMARK = "omnidex-demo"
FILES = Path(os.environ.get("OMNIDEX_TEST_FILES", "."))
SAMPLES = FILES / "20260101_000000_samples_omnidex_demo.jsonl"
SUMMARY = FILES / "20260101_000000_results.json"
ROWS = [json.loads(line) for line in (FILES / "rows.ndjson").read_text(encoding="utf-8").splitlines()]


class EvaluationTracker:
    """lmms-eval's, as far as it writes files: `lmms_eval/loggers/evaluation_tracker.py`."""

    def __init__(self, output_path):
        self.output_path = output_path
        self.general_config_tracker = types.SimpleNamespace(model_name_sanitized="org__model")

    def save_results_aggregated(self, results, samples, datetime_str):
        if self.output_path:
            path = Path(self.output_path).joinpath(self.general_config_tracker.model_name_sanitized)
            path.mkdir(parents=True, exist_ok=True)
            self.date_id = datetime_str.replace(":", "-")
            path.joinpath(f"{self.date_id}_results.json").open("w", encoding="utf-8").write(json.dumps(results, indent=2))

    def save_results_samples(self, task_name, samples):
        if self.output_path:
            path = Path(self.output_path).joinpath(self.general_config_tracker.model_name_sanitized)
            with open(path.joinpath(f"{self.date_id}_samples_{task_name}.jsonl"), "a", encoding="utf-8") as file:
                for sample in samples:
                    file.write(json.dumps(sample, ensure_ascii=False) + "\n")


class HooksTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = omnidex.Client()
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.original = self.client.run(os.environ["OMNIDEX_TEST_RUN"])

    @contextlib.contextmanager
    def harness(self, evaluate=None):
        """lmms-eval's modules, as the hook imports them."""
        package, loggers, program = (types.ModuleType(name) for name in ("lmms_eval", "lmms_eval.loggers", "lmms_eval.__main__"))
        loggers.EvaluationTracker = type("EvaluationTracker", (EvaluationTracker,), {})
        program.cli_evaluate = evaluate
        modules = {"lmms_eval": package, "lmms_eval.loggers": loggers, "lmms_eval.__main__": program}
        with mock.patch.dict(sys.modules, modules):
            yield loggers.EvaluationTracker

    def evaluated(self, tracker_class, task="omnidex_demo"):
        """What `cli_evaluate_single` does with its results."""
        tracker = tracker_class(self.folder)
        tracker.save_results_aggregated(results=json.loads(SUMMARY.read_text()), samples=None, datetime_str="20260218_23:44:35")
        samples = [json.loads(line) for line in SAMPLES.read_text(encoding="utf-8").splitlines()]
        tracker.save_results_samples(task_name=task, samples=samples)
        return tracker

    def test_lmms_eval_submits_each_task_of_a_benchmark(self) -> None:
        runs = []
        with self.harness() as tracker_class:
            uninstall = lmms_eval.install(self.client, on_submitted=runs.append, notes="by the hook")
            with self.assertLogs("omnidex", "INFO") as logged:
                self.evaluated(tracker_class)
                self.evaluated(tracker_class, task="mmmu_val")
            uninstall()
            self.evaluated(tracker_class)
        self.assertEqual([run["score"]["value"] for run in runs], [self.original["score"]["value"]])
        self.assertIn("submitted omnidex_demo as " + runs[0]["id"], logged.output[0])
        self.assertIn("mmmu_val is no benchmark of the server", logged.output[1])

    def test_a_fault_does_not_end_the_evaluation(self) -> None:
        with self.harness() as tracker_class:
            self.addCleanup(lmms_eval.install(self.client, benchmarks={"omnidex_demo": "worldsens"}))
            with self.assertLogs("omnidex", "ERROR") as logged:
                self.evaluated(tracker_class)
        self.assertIn("Submit it later: python -m omnidex submit --benchmark worldsens ", logged.output[0])
        self.assertIn("_samples_omnidex_demo.jsonl", logged.output[0])

    def test_no_exception_ends_the_evaluation(self) -> None:
        def fails(*_, **__):
            raise RuntimeError("unforeseen")

        with self.harness() as tracker_class, mock.patch.object(self.client, "submit", fails):
            self.addCleanup(lmms_eval.install(self.client))
            with self.assertLogs("omnidex", "ERROR") as logged:
                self.evaluated(tracker_class)
        self.assertIn("was not submitted: unforeseen", logged.output[0])
        shutil.rmtree(Path(self.folder, "org__model"))
        with self.harness() as tracker_class:
            self.addCleanup(lmms_eval.install(self.client, on_submitted=fails))
            with self.assertLogs("omnidex", "ERROR") as logged:
                self.evaluated(tracker_class)
        self.assertIn("the evaluation goes on", logged.output[0])

    def test_the_command_runs_lmms_eval_with_its_arguments(self) -> None:
        asked = []

        def evaluate():
            asked.extend(sys.argv)
            self.evaluated(sys.modules["lmms_eval.loggers"].EvaluationTracker)

        before = self.client.runs(filter={"mine": True}).count()
        with self.harness(evaluate), mock.patch.object(sys, "argv", []), self.assertLogs("omnidex", "INFO"):
            given = ["--benchmark", BENCHMARK, "--inputs", "video", "--", "--model", "m", "--tasks", "omnidex_demo"]
            self.assertEqual(lmms_eval.main(given), 0)
        self.assertEqual(asked, ["lmms_eval", "--model", "m", "--tasks", "omnidex_demo"])
        self.assertEqual(self.client.runs(filter={"mine": True}).count(), before + 1)

    def test_vlmevalkit_submits_the_newest_predictions(self) -> None:
        model, data = "My-Model", "Omnidex_Demo_32frame"
        rows = ROWS[:40]
        questions = {each["key"]: each for each in self.client.questions(filter={"benchmarks": [BENCHMARK]})}
        lines = ["index\tquestion\tvideo\tprediction"]
        for row in rows:
            question = questions[row["question"]]
            cells = [question["ordinal"], question["text"], question["video"]["key"], row.get("response") or "none"]
            lines.append("\t".join(str(cell).replace("\t", " ").replace("\n", " ").replace('"', "'") for cell in cells))
        for time, content in (("T1", lines[:2]), ("T2", lines)):
            folder = Path(self.folder, model, time)
            folder.mkdir(parents=True)
            path = folder / ("%s_%s.tsv" % (model, data))
            path.write_text("\n".join(content) + "\n", encoding="utf-8")
            os.utime(path, (1e9, 1e9 + int(time[1])))
            (folder / ("%s_%s_score.json" % (model, data))).write_text("{}")
        run = vlmevalkit.submit_predictions(self.folder, model, data, client=self.client, inputs=["VIDEO"])
        self.assertEqual((run["model"]["name"], run["frames"]), (model, 32))
        self.assertEqual(self.client.predictions(run["id"]).count(), len(rows))
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            code = vlmevalkit.main(["--work-dir", self.folder, "--model", model, "--data", data, "--inputs", "video"])
        self.assertEqual((code, out.getvalue().split(":")[0]), (0, run["id"]))
        with self.assertRaisesRegex(errors.InputError, "VLMEvalKit wrote no predictions of Other on"):
            vlmevalkit.submit_predictions(self.folder, "Other", data, client=self.client)


if __name__ == "__main__":
    unittest.main()
