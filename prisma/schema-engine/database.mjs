import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;

/** The OID of the catalog type `"char"`, and of `text`, which the adapter supports and parses alike. */
const CATALOG_CHAR = 18;
const TEXT = 25;

function withDatabase(url, name) {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

function databaseNameOf(url) {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || "postgres";
}

async function runOn(url, sql) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export async function canConnect(url) {
  await runOn(url, "SELECT 1");
}

export async function createDatabase(url) {
  const databaseName = databaseNameOf(url);
  await runOn(withDatabase(url, "postgres"), `CREATE DATABASE ${pg.escapeIdentifier(databaseName)}`);
  return { databaseName };
}

/**
 * Prisma's PostgreSQL adapter, adapted for migrations:
 * - It uses one session, because the advisory lock against concurrent migrations belongs to a session.
 * - It sends a script whole, as the native engine does. The adapter splits it at every semicolon, even inside function bodies.
 * - It reads the catalog's `"char"` columns, which introspection needs and the adapter rejects, as single characters.
 * - Its shadow database is on the same server under its own name, and is dropped even if a session lingers.
 */
export class AdapterFactory {
  provider = "postgres";
  adapterName = "@prisma/adapter-pg";

  constructor(url) {
    this.url = url;
  }

  async connect() {
    return this.url ? await openAdapter(this.url) : withoutDatabase();
  }

  async connectToShadowDb() {
    if (!this.url) throw new Error("No database is configured: set DATABASE_URL.");
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    const admin = this.url;
    await runOn(admin, `CREATE DATABASE "${name}"`);
    const shadow = await openAdapter(withDatabase(admin, name));
    const closePool = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await closePool();
      await runOn(admin, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    };
    return shadow;
  }
}

async function openAdapter(url) {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  const schema = new URL(url).searchParams.get("schema");
  const factory = new PrismaPg(pool, { disposeExternalPool: true, ...(schema ? { schema } : {}) });
  const adapter = await factory.connect();
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  readCatalogChars(adapter);
  return adapter;
}

/**
 * The engine asks for the server's version first, even to compare two files. This answers that query and rejects all others.
 */
function withoutDatabase() {
  const refuse = async () => {
    throw new Error("No database is configured: set DATABASE_URL.");
  };
  const queryRaw = async (query) => {
    if (!query.sql.includes("server_version_num")) return await refuse();
    return {
      columnNames: ["exists", "version", "numeric_version"],
      columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
      rows: [[true, "PostgreSQL 18", 180000]],
    };
  };
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    queryRaw,
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
    dispose: async () => undefined,
  };
}

function readCatalogChars(adapter) {
  const { performIO, queryRaw } = Object.getPrototypeOf(Object.getPrototypeOf(adapter));
  let characterColumns = [];
  adapter.performIO = async (query) => {
    const result = await performIO.call(adapter, query);
    characterColumns = result.fields.map((field) => field.dataTypeID === CATALOG_CHAR);
    for (const field of result.fields) if (field.dataTypeID === CATALOG_CHAR) field.dataTypeID = TEXT;
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw.call(adapter, query);
    const isCharacter = characterColumns;
    const columnTypes = result.columnTypes.map((type, i) => (isCharacter[i] ? ColumnTypeEnum.Character : type));
    return { ...result, columnTypes };
  };
}
