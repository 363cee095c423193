import type { OpenApiDocument } from "@/server/contracts/rest/openapi";
import { operationsOf, type Reference, tagHref } from "../../reference/reference";
import type { DocsFacts } from "../docs-facts";
import { anchorOf, guideHref, sectionsOf } from "../guide";
import { GUIDE_GROUPS } from "../guides";
import { withSnippets } from "./blocks";
import { fieldsMarkdown, operationMarkdown } from "./operation-markdown";

interface DocsSection {
  readonly title: string;
  readonly anchor: string;
  readonly markdown: string;
}

export interface DocsPage {
  readonly href: string;
  readonly title: string;
  readonly purpose: string;
  readonly group: string;
  readonly sections: readonly DocsSection[];
}

function guidePages(facts: DocsFacts): DocsPage[] {
  return GUIDE_GROUPS.flatMap(({ title: group, guides }) =>
    guides.map((guide) => ({
      href: guideHref(guide),
      title: guide.title,
      purpose: guide.purpose,
      group,
      sections: sectionsOf(guide, facts).map(({ title, markdown }) => ({
        title,
        anchor: anchorOf(title),
        markdown: withSnippets(markdown, facts),
      })),
    })),
  );
}

function eventSections(document: OpenApiDocument, tag: string): DocsSection[] {
  return Object.entries(document.webhooks ?? {})
    .filter(([, { post }]) => post.tags.includes(tag))
    .map(([type, { post }]) => {
      const schema = post.requestBody?.content["application/json"]?.schema;
      const fields = schema ? `### Body\n\n${fieldsMarkdown(schema, document)}` : "";
      return { title: type, anchor: type, markdown: [post.description, fields].filter(Boolean).join("\n\n") };
    });
}

function tagPages(reference: Reference, baseUrl: string): DocsPage[] {
  return reference.flatMap(({ path: group, document }) =>
    document.tags.map(({ name, description }) => ({
      href: tagHref(name),
      title: name,
      purpose: description,
      group,
      sections: [
        ...operationsOf(document, name).map((shown) => ({
          title: shown.operation.summary,
          anchor: shown.operation.operationId,
          markdown: operationMarkdown(shown, document, baseUrl),
        })),
        ...eventSections(document, name),
      ],
    })),
  );
}

function overviewPage(reference: Reference): DocsPage {
  return {
    href: "/docs/api",
    title: "API reference",
    purpose: "JSON in and out. Amounts are numbers in the record’s currency, and times are ISO 8601 in UTC.",
    group: "API reference",
    sections: reference.map(({ path, documentHref, document }) => ({
      title: path,
      anchor: path,
      markdown: [
        `[OpenAPI 3.1 of ${path}](${documentHref})`,
        document.tags
          .flatMap(({ name }) => operationsOf(document, name).map((shown) => ({ ...shown, href: tagHref(name) })))
          .map(({ method, path: address, operation, href }) => {
            return `- [${operation.summary}](${href}#${operation.operationId}): \`${method} ${address}\``;
          })
          .join("\n"),
      ].join("\n\n"),
    })),
  };
}

export function docsPagesOf(reference: Reference, facts: DocsFacts): DocsPage[] {
  return [...guidePages(facts), overviewPage(reference), ...tagPages(reference, facts.baseUrl)];
}

/** The whole page; relative links become absolute. */
export function pageMarkdown({ title, purpose, sections }: DocsPage, baseUrl: string): string {
  const parts = sections.map((section) => `## ${section.title}\n\n${section.markdown}`);
  const text = [`# ${title}`, purpose, ...parts].join("\n\n");
  return `${text.replace(/\]\(\//g, `](${baseUrl}/`)}\n`;
}

const markdownHref = ({ href }: Pick<DocsPage, "href">) => `${href}.md`;

export function docsIndex(pages: readonly DocsPage[], baseUrl: string): string {
  const groups = [...new Set(pages.map(({ group }) => group))].map((group) => {
    const lines = pages
      .filter((page) => page.group === group)
      .map((page) => `- [${page.title}](${baseUrl}${markdownHref(page)}): ${page.purpose}`);
    return `## ${group}\n\n${lines.join("\n")}`;
  });
  return `${[
    "# Closed Loop",
    "> An open-source payment network of your own, acquirer and issuer in one: an API for merchants, a wallet for members, and one ledger.",
    `All of the docs in one file: ${baseUrl}/llms-full.txt. OpenAPI 3.1: ${baseUrl}/openapi/v1.json and ${baseUrl}/openapi/merchant-v1.json.`,
    ...groups,
  ].join("\n\n")}\n`;
}
