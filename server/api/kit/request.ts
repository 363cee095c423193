/** A request as the kit reads it, whichever host took it. */
export interface ApiRequest {
  readonly method: string;
  /** Without the query; dot segments are resolved. */
  readonly path: string;
  /** With its question mark; empty without one. */
  readonly search: string;
  /** By its name in lower case; several of one name are joined by commas. */
  header(name: string): string | null;
  /** The whole body, or why there is none. */
  readBody(maxBytes: number): Promise<SentBody>;
}

/** A body, or why there is none: longer than it may be, or ended too early. */
export type SentBody = Uint8Array | "too_large" | "incomplete";

/** What the host sends, and does once it is sent. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a HEAD too: the host leaves it out. */
  readonly body: string;
}

export interface Answered {
  readonly response: ApiResponse;
  /** Writes the log lines: off the path of the answer. */
  note(): void;
}
