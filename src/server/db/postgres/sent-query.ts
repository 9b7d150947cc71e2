import { Query as DriverQuery } from "pg";

/** The members of the driver's connection that this module uses. */
interface Connection {
  readonly stream: { readonly writable: boolean; cork(): void; uncork(): void; write(bytes: Buffer): void };
  /** The texts of the prepared statements by name; `submittedNamedStatements` has those that are being prepared. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly text: string; readonly name: string | undefined }): void;
  bind(bound: { readonly statement: string | undefined; readonly values: readonly Parameter[] }): void;
}

/** The member of the driver's client that this module uses: it returns the parser for a PostgreSQL type. */
interface TypeParsers {
  getTypeParser(oid: number, format: "text"): (text: string) => unknown;
}

/** A parameter in the form that the protocol accepts: text or bytes. */
export type Parameter = string | Buffer | null;

/** A column of a statement's rows. */
interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** PostgreSQL's answer: the rows and the command. */
export interface Answered<T> {
  readonly rows: T[];
  readonly command: string;
}

/** The fields of the driver's messages that are read here. */
interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** The columns of the prepared statements of each connection, by the statement's name. */
const described = new WeakMap<Connection, Map<string, readonly Column[]>>();

/*
 * The protocol messages after Bind: Describe of the unnamed portal, Execute, and Sync.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const EXECUTE = "E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04";
const EXECUTE_AND_SYNC = Buffer.from(EXECUTE, "latin1");
const DESCRIBE_EXECUTE_AND_SYNC = Buffer.from(`D\0\0\0\x06P\0${EXECUTE}`, "latin1");

/**
 * A statement in the form that the driver sends. It replaces the driver's own query class: it requests the columns of a
 * prepared statement only once for each connection. It emits no events and creates no result object.
 */
export class SentQuery<T extends object> {
  /**
   * Called when the query ends. If the connection string sets `query_timeout`, the driver replaces this function with
   * one that stops its timer.
   */
  callback = (): void => {};
  #rows: T[] = [];
  #columns: readonly Column[] = [];
  #command = "";
  #connection: Connection | null = null;
  /** The error of a value that could not be parsed. It is reported when the connection is ready for the next query. */
  #fault: Error | null = null;

  /** @param done called once, with the answer or the error */
  constructor(
    private readonly types: TypeParsers,
    readonly text: string,
    readonly name: string | undefined,
    readonly values: readonly Parameter[],
    private done: ((error: Error | null, answered: Answered<T>) => void) | null,
  ) {}

  submit(connection: Connection): Error | null {
    const { name, text, values } = this;
    this.#connection = connection;
    const previous =
      name === undefined ? undefined : (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]);
    if (previous !== undefined && previous !== text)
      return new Error(`the name '${name}' belongs to another statement`);
    const columns = name === undefined ? undefined : described.get(connection)?.get(name);
    const { stream } = connection;
    stream.cork();
    try {
      if (previous === undefined) {
        connection.parse({ text, name });
        if (name !== undefined) connection.submittedNamedStatements[name] = text;
      }
      connection.bind({ statement: name, values });
      if (columns !== undefined) this.#columns = columns;
      if (stream.writable) stream.write(columns === undefined ? DESCRIBE_EXECUTE_AND_SYNC : EXECUTE_AND_SYNC);
    } finally {
      stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.types.getTypeParser(dataTypeID, "text"),
    }));
    const connection = this.#connection;
    if (connection === null || this.name === undefined) return;
    const known = described.get(connection) ?? new Map<string, readonly Column[]>();
    described.set(connection, known.set(this.name, this.#columns));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#fault !== null) return;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < fields.length; index++) {
        const text = fields[index] ?? null;
        const column = this.#columns[index];
        if (column !== undefined) row[column.name] = text === null ? null : column.read(text);
      }
      this.#rows.push(row as T);
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Reads the command from the first word of the command tag, such as `SELECT 1`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const end = text.indexOf(" ");
    this.#command = end < 0 ? text : text.slice(0, end);
  }

  handleReadyForQuery(): void {
    this.#end(this.#fault);
  }

  handleError(error: Error): void {
    this.#end(this.#fault ?? error);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail("No source stream defined");
  }

  #end(error: Error | null): void {
    const { done } = this;
    this.done = null;
    this.callback();
    done?.(error, { rows: this.#rows, command: this.#command });
  }
}

// The class must look like the driver's own query class: in pipeline mode, the driver refuses queries of all other
// classes. It cannot tell them from cursors, which keep a portal open across round trips and so cannot share a pipeline.
Object.setPrototypeOf(SentQuery.prototype, DriverQuery.prototype);
