import DataLoader from "dataloader";
import type { FieldNode, GraphQLResolveInfo } from "graphql";
import type { NodeType } from "../../../domain/node-id.ts";
import type { PlannedObject } from "./planned-object.ts";
import { fetchByKeys, fetchQuestionsAt, type PlanContext } from "./root-fields.ts";

type KeyLoader = DataLoader<number, PlannedObject | null>;

interface QuestionPlace {
  readonly release: number;
  readonly ordinal: number;
}
type QuestionLoader = DataLoader<QuestionPlace, PlannedObject | null, string>;

const placeName = ({ release, ordinal }: QuestionPlace): string => `${release}:${ordinal}`;

/**
 * Reads objects that a query plan cannot include, because a service selects them at run time. An example is the run of
 * a leaderboard entry. All objects that one field of the document requests, across all list items, are read with one
 * statement. Each request has its own loader.
 */
export class PlannedLoader {
  // graphql-js passes the same array of field nodes to every item of a list.
  readonly #loaders = new WeakMap<readonly FieldNode[], Map<NodeType, KeyLoader>>();

  readonly #questions = new WeakMap<readonly FieldNode[], QuestionLoader>();

  constructor(private readonly context: PlanContext) {}

  /**
   * The object of a type by its primary key, with the fields that the resolver's field selects; null if the viewer may
   * not see it.
   */
  load(type: NodeType, key: number, info: GraphQLResolveInfo): Promise<PlannedObject | null> {
    const loaders = this.#loaders.get(info.fieldNodes) ?? new Map<NodeType, KeyLoader>();
    this.#loaders.set(info.fieldNodes, loaders);
    const loader = loaders.get(type) ?? this.#createLoader(type, info);
    loaders.set(type, loader);
    return loader.load(key);
  }

  /** A question by its ordinal in its release. */
  loadQuestion(release: number, ordinal: number, info: GraphQLResolveInfo): Promise<PlannedObject | null> {
    const loader = this.#questions.get(info.fieldNodes) ?? this.#createQuestionLoader(info);
    this.#questions.set(info.fieldNodes, loader);
    return loader.load({ release, ordinal });
  }

  #createQuestionLoader(info: GraphQLResolveInfo): QuestionLoader {
    return new DataLoader(
      async (places) => {
        const byPlace = new Map<string, PlannedObject>();
        for (const release of new Set(places.map((place) => place.release))) {
          const ordinals = places.filter((place) => place.release === release).map(({ ordinal }) => ordinal);
          const found = await fetchQuestionsAt(this.context, info, release, ordinals);
          for (const { key, object } of found) byPlace.set(`${release}:${key}`, object);
        }
        return places.map((place) => byPlace.get(placeName(place)) ?? null);
      },
      { cacheKeyFn: placeName },
    );
  }

  #createLoader(type: NodeType, info: GraphQLResolveInfo): KeyLoader {
    return new DataLoader(async (keys) => {
      const found = await fetchByKeys(this.context, info, type, keys);
      const byKey = new Map(found.map(({ key, object }) => [key, object]));
      return keys.map((key) => byKey.get(key) ?? null);
    });
  }
}
