import { requireNodeKey } from "../../../domain/node-id.ts";
import type { MutationUpdateModelArgs, QueryModelArgs } from "../../generated/schema-types.ts";
import { updateModel } from "../../runs/submission/change-run.ts";
import { fetchModel, fetchModelByKey, fetchRootConnection } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const fetchModels = fetchRootConnection("models");

const resolveModels: Resolver = (_source, _args, context, info) => fetchModels(context, info);

const resolveModel: Resolver<QueryModelArgs> = (_source, { slug }, context, info) => fetchModel(context, info, slug);

/** The source that the mutation passes to the `model` field of its payload. */
interface ModelPayload {
  readonly model: number;
}

const resolveUpdateModel: Resolver<MutationUpdateModelArgs> = async (
  _source,
  { input: { model: id, ...changes } },
  { runs, viewer },
): Promise<ModelPayload> => {
  const model = requireNodeKey("Model", id, "model");
  await updateModel(runs.database, viewer, model, changes);
  return { model };
};

const resolvePayloadModel: Resolver<object, ModelPayload> = ({ model }, _args, context, info) =>
  fetchModelByKey(context, info, model);

export const modelResolvers: ResolverMap = {
  Query: { models: resolveModels, model: resolveModel },
  Mutation: { updateModel: resolveUpdateModel },
  UpdateModelPayload: { model: resolvePayloadModel },
};
