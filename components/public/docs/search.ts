import type { Command, CommandGroup } from "@/components/ui/layout/commands";
import { REVERSAL_REASONS } from "@/server/contracts/choices";
import { DECLINE_REASONS } from "@/server/contracts/decline-reasons";
import type { OpenApiDocument } from "@/server/contracts/rest/openapi";
import { readSchema } from "../reference/read-schema";
import { operationsOf, type Reference, tagHref } from "../reference/reference";
import type { DocsFacts } from "./docs-facts";
import { anchorOf, guideHref } from "./guide";
import { GUIDE_GROUPS } from "./guides";
import { SANDBOX_CARDS } from "./sandbox-values";

/** Everything in the docs that has a name: guides and their parts, operations, fields, codes. */
export function searchGroupsOf(reference: Reference, facts: DocsFacts): CommandGroup[] {
  const guides = GUIDE_GROUPS.flatMap((group) => group.guides);
  return [
    {
      heading: "Guides",
      commands: guides.flatMap((guide) => [
        { label: guide.title, to: guideHref(guide) },
        ...guide
          .sections(facts)
          .map(({ title }) => ({ label: title, note: guide.title, to: `${guideHref(guide)}#${anchorOf(title)}` })),
      ]),
    },
    {
      heading: "Operations",
      commands: reference.flatMap(({ document }) =>
        document.tags.flatMap(({ name }) =>
          operationsOf(document, name).map(({ method, path, operation }) => ({
            label: operation.summary,
            note: `${method} ${path}`,
            to: `${tagHref(name)}#${operation.operationId}`,
          })),
        ),
      ),
    },
    {
      heading: "Fields",
      commands: reference.flatMap(({ document }) => document.tags.flatMap(({ name }) => fieldsOf(document, name))),
    },
    {
      heading: "Codes",
      commands: [
        ...Object.entries(facts.statuses).map(([code, status]) => ({
          label: code,
          note: `error, ${status}`,
          to: "/docs/errors#error-codes",
        })),
        ...Object.entries(DECLINE_REASONS).map(([code, { title }]) => ({
          label: `${code} ${title}`,
          note: "decline",
          to: "/docs/errors#declines",
        })),
        ...Object.entries(REVERSAL_REASONS).map(([code, words]) => ({
          label: `${code} ${words}`,
          note: "reversal reason",
          to: `${tagHref("Authorizations")}#reverseAuthorization`,
        })),
        ...SANDBOX_CARDS.map(({ panToken, answers }) => ({
          label: panToken,
          note: answers,
          to: "/docs/sandbox#cards",
        })),
      ],
    },
  ];
}

/** What the bodies of a tag's operations are made of. */
function fieldsOf(document: OpenApiDocument, tag: string): Command[] {
  return operationsOf(document, tag).flatMap(({ method, path, operation }) => {
    const body = operation.requestBody?.content["application/json"].schema;
    const names = body ? Object.keys(readSchema(body, document).schema.properties ?? {}) : [];
    return names.map((label) => ({
      label,
      note: `${method} ${path}`,
      to: `${tagHref(tag)}#${operation.operationId}`,
    }));
  });
}
