import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "@/components/ui/navigation/link";
import type { DocsFacts } from "./docs-facts";
import { anchorOf, type Guide, guideHref, sectionsOf } from "./guide";
import { Markdown } from "./markdown/markdown";

interface GuidePageProps {
  readonly guide: Guide;
  readonly previous: Guide | undefined;
  readonly next: Guide | undefined;
  readonly facts: DocsFacts;
}

export function GuidePage({ guide, previous, next, facts }: GuidePageProps) {
  const sections = sectionsOf(guide, facts);
  const titles = sections.map(({ title }) => title);
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,45rem)_12.5rem] xl:gap-16">
      <article className="min-w-0">
        <header className="mb-10 border-b border-line pb-8">
          <h1 className="text-28 sm:text-40">{guide.title}</h1>
          <p className="mt-2 max-w-[36.5rem] text-16 text-pretty text-muted">{guide.purpose}</p>
        </header>
        <details className="-mt-4 mb-10 rounded-8 border border-line px-4 py-3 text-14 xl:hidden print:hidden">
          <summary className="font-medium">On this page</summary>
          <div className="mt-3">
            <Sections titles={titles} />
          </div>
        </details>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {sections.map(({ title, markdown }) => (
            <section key={title} aria-labelledby={anchorOf(title)}>
              <h2 id={anchorOf(title)} className="mb-4 scroll-mt-20 text-20">
                <a href={`#${anchorOf(title)}`} className="group">
                  {title}
                  <span
                    aria-hidden
                    className="ml-2 font-normal text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 print:hidden"
                  >
                    #
                  </span>
                </a>
              </h2>
              <div className={PROSE}>
                <Markdown text={markdown} facts={facts} />
              </div>
            </section>
          ))}
        </div>
        <Neighbors previous={previous} next={next} />
      </article>
      <nav aria-label="On this page" className="sticky top-24 hidden self-start text-13 xl:block">
        <p className="mb-2 font-medium">On this page</p>
        <Sections titles={titles} />
      </nav>
    </div>
  );
}

function Sections({ titles }: { readonly titles: readonly string[] }) {
  return (
    <ul className="grid gap-2">
      {titles.map((title) => (
        <li key={title}>
          <a href={`#${anchorOf(title)}`} className="text-muted hover:text-text">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

const NEIGHBOUR = "flex min-w-0 items-center gap-3 rounded-8 border border-line px-4 py-3 text-14 hover:bg-hover";

function Neighbors({ previous, next }: Pick<GuidePageProps, "previous" | "next">) {
  return (
    <nav aria-label="Previous and next" className="mt-16 grid gap-3 sm:grid-cols-2">
      {previous ? (
        <Link href={guideHref(previous)} className={NEIGHBOUR}>
          <ArrowLeft aria-hidden className="size-4 shrink-0 text-muted" />
          <span>
            <span className="block text-12 text-muted">Previous</span>
            {previous.title}
          </span>
        </Link>
      ) : null}
      <Link
        href={next ? guideHref(next) : "/docs/api"}
        className={`${NEIGHBOUR} justify-end text-right sm:col-start-2`}
      >
        <span>
          <span className="block text-12 text-muted">Next</span>
          {next?.title ?? "API reference"}
        </span>
        <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
      </Link>
    </nav>
  );
}

const PROSE = [
  "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 text-16",
  "[&_p]:max-w-[36.5rem] [&_p]:text-pretty [&_:is(p,li)]:leading-[1.625rem]",
  "[&_p_a]:text-accent [&_p_a]:underline [&_p_a]:underline-offset-2 [&_td_a]:text-accent [&_td_a]:underline",
  "[&_:is(p,li,td)_code]:rounded-4 [&_:is(p,li,td)_code]:bg-raised [&_:is(p,li,td)_code]:px-1 [&_:is(p,li,td)_code]:py-0.5",
  "[&_:is(p,li,td)_code]:text-[0.875em] [&_:is(p,li,td)_code]:break-words [&_:is(p,li,td)_code]:text-text [&_th_code]:text-13 [&_th_code]:break-words",
  "[&_:is(ul,ol)]:grid [&_:is(ul,ol)]:max-w-[36.5rem] [&_:is(ul,ol)]:gap-2 [&_:is(ul,ol)]:pl-5 [&_ul]:list-disc [&_ol]:list-decimal",
  "[&_p>mark]:rounded-4 [&_p>mark]:bg-accent-fill [&_p>mark]:px-1 [&_p>mark]:font-mono [&_p>mark]:text-[0.875em] [&_p>mark]:text-accent",
].join(" ");
