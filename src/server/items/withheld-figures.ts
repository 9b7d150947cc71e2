import type { Figure, Withheld } from "../../scoring/items/evidence.ts";
import type { ItemFigure, WithheldFigure } from "../generated/schema-types.ts";

/** The names of the figures in the schema. */
const NAMES: Readonly<Record<Figure, ItemFigure>> = {
  share: "SHARE",
  bands: "BANDS",
  discrimination: "DISCRIMINATION",
  fit: "MODEL",
  "key-suspects": "KEY_SUSPECTS",
  health: "HEALTH",
  subset: "SUBSET",
  ability: "ABILITY",
  plan: "PLAN",
};

/** `WithheldFigure` of the schema. */
export const withheldFigures = (withheld: readonly Withheld[]): readonly WithheldFigure[] =>
  withheld.map(({ withheld: figure, has, needs }) => ({ figure: NAMES[figure], has, needs }));
