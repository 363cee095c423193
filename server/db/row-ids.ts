import type { MerchantId, TenantId } from "@/server/platform/noun-ids";

/** Prisma gives every id as text. Which noun's it is follows from the table, for its own, and from the column's name. */
interface OwnIds {
  readonly tenants: TenantId;
  readonly merchants: MerchantId;
}

interface IdsByColumn {
  readonly tenantId: TenantId;
  readonly merchantId: MerchantId;
}

type IdIn<Table extends string, Column> = Column extends "id"
  ? Table extends keyof OwnIds
    ? OwnIds[Table]
    : string
  : Column extends keyof IdsByColumn
    ? IdsByColumn[Column]
    : never;

/** A row of a table with the ids of the nouns in it, as it is read and as it is inserted. */
export type WithNouns<Table extends string, Row> = {
  [Column in keyof Row]: [IdIn<Table, Column>] extends [never]
    ? Row[Column]
    : IdIn<Table, Column> | Extract<Row[Column], null>;
};
