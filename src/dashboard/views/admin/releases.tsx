import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import type { Release, ReleaseChanges } from "../../../sdk/index.ts";
import { BenchmarkSelect } from "../../components/benchmark-select.tsx";
import { count, date } from "../../data/figures-text.ts";
import { benchmarksQuery } from "../../data/queries.ts";
import { failureText, omnidex, queryClient } from "../../data/query-client.ts";
import { ReleaseChangesCard } from "./release-changes-card.tsx";
import { useAction } from "./use-action.ts";

/** The releases of a benchmark, and a way back to an earlier one. */
export function Releases() {
  const benchmarks = useQuery(benchmarksQuery).data ?? [];
  const [slug, setSlug] = useState("");
  const { data: releases = [], error } = useQuery({
    queryKey: ["releases", slug],
    queryFn: ({ signal }) => omnidex().releases(slug, { signal }),
    enabled: slug !== "",
  });
  return (
    <section className="card stack" aria-labelledby="admin-releases">
      <h2 id="admin-releases">Releases</h2>
      <BenchmarkSelect benchmarks={benchmarks} picked={slug} fault={undefined} isDisabled={false} onPick={setSlug} />
      {error !== null && <p className="field-error">{failureText(error)}</p>}
      {releases.map((release) => (
        <ReleaseRow key={release.id} benchmark={slug} release={release} />
      ))}
    </section>
  );
}

/** A release, with a preview of what changes if it becomes the current one. */
function ReleaseRow({ benchmark, release }: { readonly benchmark: string; readonly release: Release }) {
  const [changes, setChanges] = useState<ReleaseChanges | null>(null);
  const { run, fault, isBusy } = useAction();
  const { version, current, questionCount, videoCount, importedAt, contentHash } = release;
  const look = (): void =>
    void run(async () =>
      setChanges((await omnidex().useRelease({ benchmark, version, dryRun: true })).changes ?? null),
    );
  const use = (): void =>
    void run(async () => {
      await omnidex().useRelease({ benchmark, version, replace: true });
      setChanges(null);
      await queryClient.invalidateQueries();
    });
  return (
    <div className="stack">
      <div className="row">
        <strong>Release {version}</strong>
        {current && <span className="tag">current</span>}
        <span className="soft small">
          {count(questionCount)} questions, {count(videoCount)} videos, imported {date(importedAt)},{" "}
          <code>{contentHash.slice(0, 12)}</code>
        </span>
        {!current && changes === null && (
          <Button className="button" isDisabled={isBusy} onPress={look} aria-label={`Use release ${version}`}>
            Use this release …
          </Button>
        )}
      </div>
      {fault !== null && <p className="field-error">{fault}</p>}
      {changes !== null && (
        <div className="stack" role="status">
          <ReleaseChangesCard changes={changes} />
          <div className="row">
            <Button className="button primary" isDisabled={isBusy} onPress={use}>
              Make release {version} current
            </Button>
            <Button className="button" onPress={() => setChanges(null)}>
              Leave it
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
