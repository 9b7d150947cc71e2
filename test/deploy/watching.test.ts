import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { watchServer } from "../server/telemetry/watched-server.ts";

const DEPLOY = resolve(import.meta.dirname, "../../deploy");

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly for?: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly description: string };
    }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

const rules = (parse(readFileSync(resolve(DEPLOY, "prometheus/alerts.yml"), "utf8")) as Rules).groups.flatMap(
  (one) => one.rules,
);
const { panels } = JSON.parse(readFileSync(resolve(DEPLOY, "grafana/omnidex.json"), "utf8")) as Dashboard;
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr.replaceAll("$__rate_interval", "5m")] as const),
  ),
];

/** The names of metrics in an expression. @throws if it is not PromQL */
function metricsOf(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`);
      if (type.name === "Identifier") names.push(expression.slice(from, to));
    },
  });
  return names;
}

/** A judge that never receives a request; the length of its queue is reported nevertheless. */
const JUDGE = { OMNIDEX_JUDGE_URL: "http://127.0.0.1:1/v1", OMNIDEX_JUDGE_MODEL: "m" };
const server = watchServer(JUDGE);

describe("the panels and alerts for monitoring", () => {
  it("are PromQL and use only metrics that the server has", async () => {
    expect(() => metricsOf("sum by (x (rate(y[5m]))")).toThrow("no PromQL");
    const text = await server.metrics();
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
        type === "histogram" ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    known.add("up"); // Prometheus's own metric for every server that it queries
    const named = expressions.flatMap(([title, expr]) => metricsOf(expr).map((name) => ({ title, name })));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  it("have different names or ids, and each alert has advice and a severity", () => {
    for (const { alert, labels, annotations } of rules) {
      expect(alert).toMatch(/^Omnidex[A-Z]\w+$/);
      expect(["critical", "warning", "info"]).toContain(labels.severity);
      expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
