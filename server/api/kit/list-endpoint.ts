import type { z } from "zod";
import type { OperationContract } from "@/server/contracts/rest/operation";
import type { CreatedField } from "@/server/contracts/rest/reading-back/list-fields";
import type { ApiKeyCaller, MerchantCaller, NetworkKeyCaller } from "@/server/domain/caller";
import { type Position, pageOf, type Readable, type Span, type Taken } from "@/server/domain/list";
import { presentPage } from "@/server/presenters/rest/pages";
import {
  type AnswerOf,
  answer,
  type Endpoint,
  merchantEndpoint,
  networkEndpoint,
  type Request,
  tenantEndpoint,
} from "./endpoint";

interface Paging {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

export function readPosition({ limit, starting_after, ending_before }: Paging): Position {
  return { limit, startingAfter: starting_after ?? null, endingBefore: ending_before ?? null };
}

export function readSpan(created: z.output<typeof CreatedField>): Required<Span> {
  const { gte, lt } = created ?? {};
  return {
    createdFrom: gte === undefined ? null : new Date(gte),
    createdBefore: lt === undefined ? null : new Date(lt),
  };
}

interface Created {
  readonly created?: z.output<typeof CreatedField>;
}

interface ListContract extends OperationContract {
  readonly responses: { readonly 200: OperationContract["responses"][number] };
}

type Asked<C extends OperationContract> = Request<C>["params"] &
  Request<C>["query"] &
  (Request<C>["body"] extends object ? Request<C>["body"] : unknown);

/** What the contract filters by, null if unset; `created` as a span. */
type Filter<C extends OperationContract, Given = Asked<C>> = {
  readonly [Name in Exclude<keyof Given, keyof Paging | "created">]:
    | Exclude<Given[Name], undefined>
    | (undefined extends Given[Name] ? null : never);
} & ("created" extends keyof Given ? Required<Span> : unknown);

type RecordOf<C extends OperationContract> =
  AnswerOf<C> extends { readonly body: { readonly data: (infer Record)[] } } ? Record : never;

type Listing<Caller, Taking, Item> = (caller: Caller, filter: Taking) => Readable<Item> | Promise<Readable<Item>>;

function listing<Caller, C extends ListContract, Taking, Item>(
  contract: C,
  list: Listing<Caller, Taking, Item>,
  present: (item: Item, now: Date) => unknown,
) {
  return {
    contract,
    input: ({ params, query, body }: Request<C>) => {
      const given: unknown = { ...params, ...query, ...(body as object) };
      const { created, limit, starting_after, ending_before, ...filter } = given as Paging & Created;
      const schema = (contract.query ?? contract.body?.schema) as z.ZodObject | undefined;
      const unset = Object.fromEntries(Object.keys(schema?.shape ?? {}).map((name) => [name, null]));
      const asked = { ...unset, ...filter, ...readSpan(created) } as Taking;
      return { asked, position: readPosition({ limit, starting_after, ending_before }) };
    },
    execute: async (caller: Caller, { asked, position }: { readonly asked: Taking; readonly position: Position }) =>
      pageOf(await list(caller, asked), position),
    present: (page: Awaited<ReturnType<typeof pageOf<Item>>>, { now }: { readonly now: Date }) =>
      answer(
        200,
        presentPage(page, (item) => present(item, now)),
      ) as unknown as AnswerOf<C>,
  };
}

type ListEndpoint<Caller> = <C extends ListContract, Taking, Item>(
  contract: C & Taken<Filter<C>, Taking>,
  list: Listing<Caller, Taking, Item>,
  present: (item: Item, now: Date) => RecordOf<C>,
) => Endpoint;

/** Endpoints that page through a list, and show each item: of /v1, of /merchant/v1, and for keys of the network. */
export const tenantList: ListEndpoint<ApiKeyCaller> = (...definition) => tenantEndpoint(listing(...definition));
export const merchantList: ListEndpoint<MerchantCaller> = (...definition) => merchantEndpoint(listing(...definition));
export const networkList: ListEndpoint<NetworkKeyCaller> = (...definition) => {
  const { input, execute, ...listed } = listing(...definition);
  return networkEndpoint({
    ...listed,
    execute: (caller, request) => execute(caller, input({ ...request, body: undefined as never })),
  });
};
