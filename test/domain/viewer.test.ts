import { expect, it } from "vitest";
import { ADMIN } from "../../src/domain/viewer.ts";

it("ADMIN is an administrator", () => expect(ADMIN).toEqual({ owner: "admin", admin: true }));
