"""Reads the demo benchmark."""

import unittest

import omnidex
from omnidex import errors
from omnidex.__main__ import score_texts
from omnidex._table import titles_of

BENCHMARK = "omnidex-demo"
MUSIC = {"benchmarks": [BENCHMARK], "audioTypes": {"any": ["MUSIC"]}}

try:
    import pandas
except ImportError:
    pandas = None

needs_pandas = unittest.skipIf(pandas is None, "pandas is not installed, so DataFrames were not tested")


class ReadingTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = omnidex.Client()
        self.runs = [run["id"] for run in self.client.runs() if run["status"] == "SCORED" and run["benchmark"]["slug"] == BENCHMARK]

    def test_lists_are_read_page_by_page(self) -> None:
        questions = self.client.questions(filter=MUSIC, page_size=7)
        keys = [question["key"] for question in questions]
        self.assertEqual(len(keys), questions.count())
        self.assertEqual(len(keys), len(set(keys)))
        self.assertGreater(len(keys), 14)
        self.assertEqual([each["key"] for each in questions.take(9)], keys[:9])
        self.assertEqual(questions.first()["key"], keys[0])
        pages = list(questions.pages())
        self.assertEqual([len(page["nodes"]) for page in pages][:2], [7, 7])
        document = """query ($filter: QuestionFilter, $first: Int, $after: String) { questions(filter: $filter, first: $first, after: $after) {
            nodes { key } pageInfo { hasNextPage endCursor } totalCount } }"""
        own = self.client.list(document, "questions", filter=MUSIC, page_size=10)
        self.assertEqual([each["key"] for each in own], keys)
        self.assertEqual(own.count(), len(keys))

    @needs_pandas
    def test_everything_tabular_becomes_a_frame(self) -> None:
        run = self.runs[0]
        questions = self.client.questions(filter=MUSIC).to_pandas()
        self.assertIn("task.name", questions.columns)
        self.assertEqual(len(questions), self.client.questions(filter=MUSIC).count())
        cells = self.client.breakdown(run, ["LEVEL", "TASK"]).to_pandas()
        self.assertTrue({"level", "level.key", "task", "score.value", "score.n"} <= set(cells.columns))
        compared = self.client.compare(*self.runs[:2], by=["LEVEL"])
        self.assertEqual(list(compared["cells"].to_pandas()["level"]), [each["keys"][0]["label"] for each in compared["cells"]])
        board = self.client.leaderboard(BENCHMARK, published=False).to_pandas()
        self.assertIn("run.id", board.columns)
        table = self.client.table(BENCHMARK, ["LEVEL"], published=False)
        frame = table.to_pandas()
        self.assertEqual(list(frame.columns[:4]), ["model", "inputs", "run", "All"])
        first = table.first()
        self.assertEqual(frame["All"][0], first["overall"]["value"])
        self.assertEqual(len(frame.columns), 4 + len(first["cells"]))

    def test_score_and_breakdown_agree_with_graphql(self) -> None:
        run = self.runs[0]
        document = "query ($run: ID!) { run(id: $run) { score { value n } breakdown(by: [LEVEL]) { score { value n } } } }"
        plain = self.client.graphql(document, run=run)["run"]
        score = self.client.score(run)
        self.assertEqual((score["value"], score["n"]), (plain["score"]["value"], plain["score"]["n"]))
        cells = [(cell["score"]["value"], cell["score"]["n"]) for cell in self.client.breakdown(run, ["LEVEL"])]
        self.assertEqual(cells, [(cell["score"]["value"], cell["score"]["n"]) for cell in plain["breakdown"]])
        handle = self.client.for_run({"id": run})
        self.assertEqual(handle.score(), score)
        self.assertEqual(handle.get()["id"], run)
        self.assertEqual(handle.compare(self.runs[1])["difference"], self.client.compare(run, self.runs[1])["difference"])
        benchmark = self.client.for_benchmark(BENCHMARK)
        self.assertEqual(benchmark.leaderboard().first(), self.client.leaderboard(BENCHMARK).first())
        with self.assertRaises(AttributeError):
            benchmark.questions()

    def test_predictions_by_outcome(self) -> None:
        run = self.runs[0]
        wrong = self.client.predictions(run, outcome="WRONG")
        self.assertEqual({each["outcome"] for each in wrong}, {"WRONG"})
        unread = self.client.predictions(run, outcome=["unparsed", "errored"])
        self.assertTrue({each["outcome"] for each in unread} <= {"UNPARSED", "ERRORED"})
        self.assertGreater(self.client.predictions(run).count(), wrong.count() + unread.count())

    def test_the_questions_behind_a_comparison(self) -> None:
        a, b, *others = self.runs
        compared = self.client.compare_with_reference(a, [b, *others[:1]])
        for entry in compared["uniquelyRight"]:
            questions = self.client.uniquely_right(a, [b, *others[:1]], entry["run"]["id"])
            self.assertEqual(questions.count(), entry["questions"]["totalCount"])
            self.assertEqual(len(questions.to_list()), questions.count())
        both = self.client.compare(a, b)
        self.assertEqual(self.client.disagreements(a, b, better="A").count(), both["onlyA"])

    def test_modality_diagnostics(self) -> None:
        keys = [question["key"] for question in self.client.questions(filter={"benchmarks": [BENCHMARK]})]
        runs = [
            self.client.submit(dict.fromkeys(keys, answer), benchmark=BENCHMARK, model="with and without", inputs=inputs)["id"]
            for answer, inputs in (("A", ["VIDEO"]), ("B", ["VIDEO", "AUDIO"]))
        ]
        found = self.client.modality_diagnostics(runs)
        contrast = found["contrasts"][0]
        pair = (contrast["without"]["id"], contrast["with"]["id"])
        self.assertEqual(self.client.contrast(*pair).count(), contrast["gained"]["totalCount"])
        self.assertEqual(self.client.contrast(*pair, gained=False).count(), contrast["lost"]["totalCount"])
        for need in found["needs"]:
            self.assertEqual(self.client.needing(runs, need["modality"]).count(), need["gained"])

    def test_a_table_is_the_servers_own_text(self) -> None:
        table = self.client.table(BENCHMARK, ["LEVEL", "TASK"], published=False, filter={"levels": ["REASONING"]})
        latex = table.to_latex()
        self.assertIn("\\begin{tabular}", latex)
        self.assertIn("\\multicolumn", latex)
        # As many decimals as the error justifies.
        self.assertIn("%.0f" % (100 * table.first()["overall"]["value"]), latex)
        self.assertNotIn("run\\_", latex)
        self.assertIn("| Model |", table.to_markdown())
        self.assertIn(repr(table.first()["overall"]["value"]), table.to_csv())
        with self.assertRaises(errors.ApiError):
            self.client.table(BENCHMARK, ["LEVEL"], filter={"levels": ["NONE"]}).to_latex()

    def test_a_list_may_be_a_text(self) -> None:
        a, b = self.runs[:2]
        self.assertEqual(self.client.breakdown(a, "level"), self.client.breakdown(a, ["LEVEL"]))
        self.assertEqual(self.client.breakdown(a, "level, task"), self.client.breakdown(a, ["LEVEL", "TASK"]))
        self.assertEqual(self.client.compare(a, b, by="level"), self.client.compare(a, b, by=["LEVEL"]))
        table = self.client.table(BENCHMARK, "level", published=False)
        self.assertEqual(table.to_list(), self.client.table(BENCHMARK, ["LEVEL"], published=False).to_list())
        self.assertIn("| Model |", table.to_markdown())

    def test_a_run_may_be_named_by_its_model(self) -> None:
        runs = self.client.runs().to_list()
        names = [run["model"]["name"] for run in runs]
        alone = [run for run in runs if names.count(run["model"]["name"]) == 1 and run["id"] in self.runs]
        self.assertTrue(alone)
        name = alone[0]["model"]["name"]
        self.assertEqual(self.client.breakdown(name, "LEVEL"), self.client.breakdown(alone[0]["id"], "LEVEL"))
        self.assertEqual(self.client.compare(name, self.runs[0])["a"]["id"], alone[0]["id"])
        self.assertEqual(self.client.breakdown("latest", "LEVEL"), self.client.breakdown(runs[0]["id"], "LEVEL"))
        several = next((each for each in names if names.count(each) > 1), None)
        if several is not None:
            with self.assertRaisesRegex(errors.InputError, "has several runs"):
                self.client.breakdown(several, "LEVEL")
        for call in (self.client.score, self.client.predictions("no model").first, lambda _="": self.client.breakdown("no model", "LEVEL")):
            with self.assertRaisesRegex(errors.NotFoundError, r"client\.runs\(\) lists them"):
                call("no model") if call == self.client.score else call()

    def test_columns_with_one_label_stay(self) -> None:
        def column(*keys):
            return {"keys": [{"label": label, "key": key} for label, key in keys]}

        found = titles_of([column(("Counting", "a-1")), column(("Counting", "b-2")), column(("All", "all")), column(("Other", "o"))])
        self.assertEqual(found, ["Counting (a-1)", "Counting (b-2)", "All (all)", "Other"])
        found = titles_of([column(("X", "x"), ("Y", "1")), column(("X", "x"), ("Y", "2"))])
        self.assertEqual(found, ["X, Y (1)", "X, Y (2)"])

    def test_the_text_of_a_leaderboard_is_that_of_its_question(self) -> None:
        self.assertIn("tabular", self.client.leaderboard(BENCHMARK).to_latex())
        for name, value in (("board", "PUBLIC"), ("with_ability", True), ("with_references", True)):
            with self.assertRaisesRegex(errors.InputError, "has no " + name):
                self.client.leaderboard(BENCHMARK, **{name: value}).to_markdown()

    def test_a_score_has_the_decimals_of_its_error(self) -> None:
        narrow = {"value": 0.6149, "interval": {"lower": 0.587, "upper": 0.642}, "standardError": 0.0141}
        wide = {"value": 0.625, "interval": {"lower": 0.306, "upper": 0.863}, "standardError": 0.17}
        whole = {"value": 1, "interval": {"lower": 0.2, "upper": 1}, "standardError": 0}
        self.assertEqual(score_texts(narrow), ["61.5", "58.7", "64.2"])
        self.assertEqual((score_texts(wide), score_texts(whole)), (["63", "31", "86"], ["100", "20", "100"]))

    def test_errors_have_the_codes_of_the_api(self) -> None:
        refusals = [
            (lambda: self.client.score("run_99999"), errors.NotFoundError, "NOT_FOUND"),
            (lambda: self.client.questions(filter={"benchmarks": ["worldsens"]}).first(), errors.InvalidFilterError, "INVALID_FILTER"),
            (lambda: omnidex.Client(api_key="wrong").benchmarks(), errors.UnauthenticatedError, "UNAUTHENTICATED"),
            (lambda: omnidex.Client(api_key="").create_run(BENCHMARK, model={"name": "m"}, inputs=["VIDEO"]), errors.UnauthenticatedError, "UNAUTHENTICATED"),
            (lambda: self.client.graphql("{ nothing }"), errors.BadUserInputError, "BAD_USER_INPUT"),
            (lambda: omnidex.Client("ftp://x"), errors.InputError, "INPUT"),
            (lambda: omnidex.Client("http://127.0.0.1:1", max_retries=0).benchmarks(), errors.ConnectionFailedError, "CONNECTION"),
        ]
        for call, kind, code in refusals:
            with self.subTest(code=code), self.assertRaises(kind) as raised:
                call()
            self.assertEqual(raised.exception.code, code)
            self.assertIsInstance(raised.exception, omnidex.OmnidexError)
        with self.assertRaises(errors.InvalidFilterError) as raised:
            self.client.questions(filter={"benchmarks": ["worldsens"]}).first()
        self.assertTrue(raised.exception.faults)
        self.assertTrue(raised.exception.request_id)

    def test_the_latest_answer_is_described(self) -> None:
        self.assertIsNone(omnidex.Client().last_response)
        self.client.benchmarks()
        self.assertEqual(self.client.last_response["status"], 200)
        self.assertGreaterEqual(self.client.last_response["cost"]["objects"], 0)
        self.assertTrue(self.client.last_response["requestId"])


if __name__ == "__main__":
    unittest.main()
