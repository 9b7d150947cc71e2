import { Query } from "pg";
import { describe, expect, it } from "vitest";
import { type Answered, SentQuery } from "../../../src/server/db/postgres/sent-query.ts";

/** Reads integers as the driver does, and refuses the text "broken". */
const types = {
  getTypeParser: (oid: number) => (text: string) => {
    if (text === "broken") throw new RangeError("not a number");
    return oid === 23 ? Number(text) : text;
  },
};

/** A connection that notes the types of the messages that are sent: P(arse), B(ind), D(escribe), E(xecute), S(ync). */
function recordingConnection() {
  const sent: string[] = [];
  const connection = {
    stream: {
      writable: true,
      cork() {},
      uncork() {},
      write: (bytes: Buffer) => void sent.push(bytes.toString("latin1").replace(/[^DES]|\0\0\0./g, "")),
    },
    parsedStatements: {} as Record<string, string>,
    submittedNamedStatements: {} as Record<string, string>,
    parse: () => void sent.push("P"),
    bind: () => void sent.push("B"),
  };
  const messages = (): string => sent.splice(0).join("");
  return { connection, messages };
}

const COLUMNS = {
  fields: [
    { name: "key", dataTypeID: 23 },
    { name: "text", dataTypeID: 25 },
  ],
};

type Outcome = { readonly error: Error | null; readonly answered: Answered<object> };

function sentQuery(name: string | undefined, text = "select 1") {
  const outcomes: Outcome[] = [];
  const query = new SentQuery(types, text, name, [], (error, answered) => outcomes.push({ error, answered }));
  return { query, outcomes };
}

describe("a statement of the driver", () => {
  it("is an instance of the driver's own class, because the driver pipelines nothing else", () => {
    expect(sentQuery("a").query).toBeInstanceOf(Query);
  });

  it("asks for the columns of a prepared statement once for each connection", () => {
    const { connection, messages } = recordingConnection();
    const first = sentQuery("a").query;
    expect(first.submit(connection)).toBeNull();
    expect(messages()).toBe("PBDES");
    first.handleRowDescription(COLUMNS);
    const { query, outcomes } = sentQuery("a");
    query.submit(connection);
    expect(messages()).toBe("BES");
    query.handleDataRow({ fields: ["7", null] });
    query.handleCommandComplete({ text: "SELECT 1" });
    expect(outcomes).toEqual([]);
    query.handleReadyForQuery();
    expect(outcomes).toEqual([{ error: null, answered: { rows: [{ key: 7, text: null }], command: "SELECT" } }]);
    const other = recordingConnection();
    sentQuery("a").query.submit(other.connection);
    expect(other.messages()).toBe("PBDES");
  });

  it("asks for the columns each time if it has no name", () => {
    const { connection, messages } = recordingConnection();
    for (let times = 0; times < 2; times++) {
      const { query } = sentQuery(undefined);
      query.submit(connection);
      query.handleRowDescription(COLUMNS);
      expect(messages()).toBe("PBDES");
    }
  });

  it("calls the driver back when it ends, which stops the timer of a connection string's query_timeout", () => {
    const { connection } = recordingConnection();
    const { query, outcomes } = sentQuery("a");
    let calls = 0;
    query.callback = () => void calls++;
    query.submit(connection);
    query.handleReadyForQuery();
    expect([calls, outcomes.length]).toEqual([1, 1]);
  });

  it("refuses the name of another statement", () => {
    const { connection, messages } = recordingConnection();
    sentQuery("a").query.submit(connection);
    messages();
    expect(sentQuery("a", "select 2").query.submit(connection)).toBeInstanceOf(Error);
    expect(messages()).toBe("");
  });

  it("reports a value that cannot be read when the connection is free again, and only once", () => {
    const { connection } = recordingConnection();
    const { query, outcomes } = sentQuery("a");
    query.submit(connection);
    query.handleRowDescription(COLUMNS);
    query.handleDataRow({ fields: ["broken", "x"] });
    query.handleDataRow({ fields: ["1", "x"] });
    expect(outcomes).toEqual([]);
    query.handleReadyForQuery();
    query.handleError(new Error("the connection was lost later"));
    expect(outcomes.map(({ error }) => error?.message)).toEqual(["not a number"]);
  });
});
