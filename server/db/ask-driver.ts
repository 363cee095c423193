import pg from "pg";

/** What the driver's query refers to while it is under way. Its types don't show it. */
interface UnderWay {
  text?: unknown;
  values?: unknown;
  _result?: unknown;
  _results?: unknown;
}

type Answer = pg.QueryArrayResult;

/**
 * Sends one statement by the driver's own query, and lets go of all that belonged to it when it is answered: the driver
 * leaves behind an object that V8 counts as old, and what that refers to would grow old with it (decision 123).
 */
export async function askDriver(client: pg.ClientBase, config: pg.QueryArrayConfig): Promise<Answer> {
  let settle: ((error: Error | null | undefined, answer: Answer) => void) | null = null;
  const answered = new Promise<Answer>((resolve, reject) => {
    settle = (error, answer) => (error ? reject(error) : resolve(answer));
  });
  const query: pg.Query & UnderWay = new pg.Query(config, (error, answer) => {
    settle?.(error, answer);
    settle = null;
    if (!error) query.text = query.values = query._result = query._results = undefined;
  });
  client.query(query);
  try {
    return await answered;
  } catch (error) {
    // The driver's stack leads to a socket, not to who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
