import type { OutgoingEmail } from "@/server/domain/emails";

const BUTTONS: readonly (readonly [path: RegExp, label: string])[] = [
  [/^\/reset\//, "Choose a new password"],
  [/^\/forgot$/, "Reset your password"],
  [/^\/invite\//, "Open the invitation"],
  [/^\/sign-in$/, "Sign in"],
];
const OTHER_BUTTON = "Open in Closed Loop";

/** A link in a paragraph of its own. Text written by others is quoted, so it never matches. */
const LINK = /^https?:\/\/\S+$/;
const CODE = /^(?<said>[\s\S]*:) (?<code>\d{8})$/;

/** The portal's colors. Mail programs without dark mode use the light ones. */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0f1012 !important; }
    .sheet { background: #17191c !important; border-color: #2a2d32 !important; }
    .text { color: #edeff1 !important; }
    .muted, .muted a { color: #9ca4ae !important; }
    .button { background: #5560ee !important; }
    .code { background: #0f1012 !important; }
  }`;

const FONT = "font-family: ui-sans-serif, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const PARAGRAPH = `margin: 0 0 16px; font-size: 16px; line-height: 24px; color: #15171a; overflow-wrap: anywhere`;
const BUTTON = `display: inline-block; padding: 12px 20px; border-radius: 8px; background: #3a46d4; color: #ffffff;
  font-size: 16px; line-height: 24px; font-weight: 600; text-decoration: none`;
const CODE_BOX = `margin: 0 0 16px; padding: 16px; border-radius: 8px; background: #f6f7f8; color: #15171a; text-align: center;
  font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 28px; line-height: 36px; letter-spacing: 4px`;

/** The text as HTML. Loads nothing, and only our own links are clickable. */
export function presentHtmlEmail({ subject, text }: Pick<OutgoingEmail, "subject" | "text">): string {
  const paragraphs = text.split("\n\n");
  const signature = paragraphs.pop() ?? "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin: 0; background: #f6f7f8; ${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding: 32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px">
<tr><td class="text" style="padding: 0 28px 16px; font-size: 16px; line-height: 24px; font-weight: 600; color: #15171a">${escapeHtml(signature)}</td></tr>
<tr><td class="sheet" style="padding: 28px 28px 12px; background: #ffffff; border: 1px solid #e1e4e8; border-radius: 8px">
${paragraphs.map(presentParagraph).join("\n")}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function presentParagraph(paragraph: string): string {
  if (LINK.test(paragraph)) return presentLink(new URL(paragraph));
  const { said, code } = CODE.exec(paragraph)?.groups ?? {};
  if (said === undefined || code === undefined) return presentText(paragraph);
  return `${presentText(said)}\n<p class="text code" style="${CODE_BOX}">${code}</p>`;
}

function presentText(text: string): string {
  return `<p class="text" style="${PARAGRAPH}">${escapeHtml(text)}</p>`;
}

/** Shows the URL below its button, for programs without buttons and for people who check before they click. */
function presentLink(url: URL): string {
  const label = BUTTONS.find(([path]) => path.test(url.pathname))?.[1] ?? OTHER_BUTTON;
  const href = escapeHtml(url.href);
  return `<p style="margin: 0 0 8px"><a class="button" href="${href}" style="${BUTTON}">${label}</a></p>
<p class="muted" style="margin: 0 0 16px; font-size: 13px; line-height: 20px; color: #59616b; overflow-wrap: anywhere">Or open <a href="${href}" style="color: #59616b">${href}</a></p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
