import { expect, it } from "vitest";
import { ADMIN } from "../../src/domain/viewer.ts";

it("the administrator is one", () => expect(ADMIN).toEqual({ owner: "admin", admin: true }));
