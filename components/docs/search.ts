import { operationsOf, type Reference, tagHref } from "../reference/reference";
import type { CommandGroup } from "../ui/command-palette";
import type { DocsFacts } from "./docs-facts";
import { anchorOf, guideHref } from "./guide";
import { GUIDE_GROUPS } from "./guides";

/** Everything in the docs that has a name: guides and their parts, operations, error codes. */
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
      heading: "Error codes",
      commands: Object.entries(facts.statuses).map(([code, status]) => ({
        label: code,
        note: String(status),
        to: "/docs/errors",
      })),
    },
  ];
}
