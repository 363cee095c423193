import { contrastOf } from "./color";
import { SURFACES, type Tones } from "./tones";

export function formatTones(color: string, { accent, button }: Tones): string[] {
  const said: string[] = [];
  if (accent.light !== color)
    said.push(`On light pages it would be hard to read, so text and links are ${accent.light}.`);
  if (accent.dark !== color) said.push(`On dark pages it would be hard to read, so text and links are ${accent.dark}.`);
  const buttons = [...new Set([button.light, button.dark])];
  if (buttons.some((one) => one !== color)) said.push(formatButtons(color, button.light, button.dark));
  return said;
}

function formatButtons(color: string, light: string, dark: string): string {
  if (light === dark) return `White text on it would be hard to read, so buttons are ${light}.`;
  const isFaint = contrastOf(color, SURFACES.dark[0]) < contrastOf(dark, SURFACES.dark[0]);
  if (isFaint) return `On dark pages it would hardly be seen, so buttons there are ${dark}.`;
  return `White text on it would be hard to read, so buttons are ${light}, and ${dark} on dark pages.`;
}
