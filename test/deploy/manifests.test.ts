import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Secret, Service } from "kubernetes-models/v1";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../src/server/config/config.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DEPLOY = join(ROOT, "deploy");
const read = (path: string): string => readFileSync(join(DEPLOY, path), "utf8");

it("the Dockerfile passes its linter and does not run as root", () => {
  const text = readFileSync(join(ROOT, "Dockerfile"), "utf8");
  expect(validate(text)).toEqual([]);
  expect(text).toMatch(/^USER 1000:1000$/m);
});

it("the compose file passes its linter", () => {
  const all = { rules: {}, quiet: false, debug: false, exclude: [] };
  // Cast, because the package's type declarations refer to files that are missing from it.
  const linter = new DCLinter(all) as { lintFiles(paths: readonly string[], autoFix: boolean): readonly Linted[] };
  const found = linter.lintFiles([join(DEPLOY, "compose/compose.yaml")], false);
  expect(found.map(({ filePath }) => filePath)).toHaveLength(1);
  expect(found.flatMap(({ messages }) => messages)).toEqual([]);
});

interface Linted {
  readonly filePath: string;
  readonly messages: readonly object[];
}

const KINDS = { Deployment, Service, ConfigMap, Secret, PodDisruptionBudget } as const;
type Manifest = { readonly kind: keyof typeof KINDS; readonly data?: Record<string, string> } & Record<string, unknown>;

const manifests = readdirSync(join(DEPLOY, "kubernetes")).flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
);
const only = (kind: Manifest["kind"]): Manifest => {
  const [found, ...rest] = manifests.filter((one) => one.kind === kind);
  if (found === undefined || rest.length > 0) throw new Error(`expected exactly one ${kind}`);
  return found;
};

describe("the Kubernetes manifests", () => {
  it.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
    "%s conforms to Kubernetes' schema",
    (kind, manifest) => {
      expect(() => new KINDS[kind](manifest as never).validate()).not.toThrow();
      expect(() => new KINDS[kind]({ ...manifest, metadata: "x" } as never).validate()).toThrow();
    },
  );

  it("give the server enough time to drain, to fail its readiness probe and to shut down, and set its metrics port and security context", () => {
    const { data = {} } = only("ConfigMap");
    const { stringData } = only("Secret") as never as { stringData: Record<string, string> };
    const config = readConfig({ ...data, ...stringData });
    const { template } = (only("Deployment") as never as { spec: { template: { spec: PodSpec } } }).spec;
    const [container] = template.spec.containers;
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + config.shutdownSeconds);
    const { periodSeconds = 0, failureThreshold = 0 } = container?.readinessProbe ?? {};
    expect(config.drainSeconds).toBeGreaterThanOrEqual(periodSeconds * failureThreshold);
    expect(container?.ports.find(({ name }) => name === "metrics")?.containerPort).toBe(config.telemetry.metrics?.port);
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  });
});

describe("the key that signs final boards", () => {
  it("is stored by the compose file in a volume that outlives the container", () => {
    const { services, volumes } = parse(read("compose/compose.yaml")) as {
      services: { omnidex: { volumes: readonly string[]; environment: Record<string, string> } };
      volumes: Record<string, unknown>;
    };
    const [, folder = ""] = /OMNIDEX_DATA_DIR=(\S+)/.exec(readFileSync(join(ROOT, "Dockerfile"), "utf8")) ?? [];
    const { signingKeyFile } = readConfig({
      DATABASE_URL: "postgres://omnidex@postgres/omnidex",
      OMNIDEX_DATA_DIR: folder,
    });
    const mounted = services.omnidex.volumes.map((volume) => volume.split(":"));
    const [name] = mounted.find(([, path]) => path === dirname(signingKeyFile ?? "")) ?? [];
    expect(Object.keys(volumes)).toContain(name);
  });

  it("is mounted read-only from a secret by the Kubernetes manifests, at the path that the settings name", () => {
    const { signingKeyFile } = readConfig({
      ...only("ConfigMap").data,
      ...(only("Secret") as never as { stringData: Record<string, string> }).stringData,
    });
    const { spec } = (only("Deployment") as never as { spec: { template: { spec: PodSpec } } }).spec.template;
    const mount = spec.containers[0]?.volumeMounts.find(({ mountPath }) => mountPath === dirname(signingKeyFile ?? ""));
    expect(mount?.readOnly).toBe(true);
    const volume = spec.volumes.find(({ name }) => name === mount?.name);
    // The server's group may read the file, and nobody may change it.
    expect(volume?.secret).toMatchObject({ secretName: "omnidex-signing-key", defaultMode: 0o440 });
    expect(read("kubernetes/deployment.yaml")).toContain(`--from-file=${basename(signingKeyFile ?? "")}`);
  });

  it("is stored in the state folder of the systemd unit", () => {
    const unit = read("systemd/omnidex.service");
    const [, state] = /^StateDirectory=(\S+)$/m.exec(unit) ?? [];
    expect(unit).toContain(`OMNIDEX_DATA_DIR=/var/lib/${state}`);
  });
});

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: { readonly secretName: string; readonly defaultMode: number };
  }[];
  readonly containers: readonly {
    readonly volumeMounts: readonly {
      readonly name: string;
      readonly mountPath: string;
      readonly readOnly?: boolean;
    }[];
    readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
    readonly readinessProbe: { readonly periodSeconds: number; readonly failureThreshold: number };
    readonly securityContext: object;
  }[];
}

it("compose and systemd wait longer than drain and shutdown together", () => {
  const compose = parse(read("compose/compose.yaml")) as {
    services: { omnidex: { environment: Record<string, string>; stop_grace_period: string } };
  };
  const { environment, stop_grace_period: grace } = compose.services.omnidex;
  const sum = Number(environment.OMNIDEX_DRAIN_SECONDS) + Number(environment.OMNIDEX_SHUTDOWN_SECONDS);
  expect(Number.parseInt(grace, 10)).toBeGreaterThan(sum);
  const unit = read("systemd/omnidex.service");
  const seconds = [...unit.matchAll(/OMNIDEX_(?:DRAIN|SHUTDOWN)_SECONDS=(\d+)/g)].reduce(
    (all, [, one]) => all + Number(one),
    0,
  );
  expect(seconds).toBe(15);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(seconds);
});
