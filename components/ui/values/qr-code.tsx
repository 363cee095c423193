import { encode } from "uqr";

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly size?: keyof typeof SIZES;
}

/** `large` is for scanners at arm's length; its container provides the white margin. */
const SIZES = {
  small: "size-30 rounded-8 bg-white p-1",
  medium: "aspect-square w-40 max-w-full rounded-8 bg-white p-1",
  large: "aspect-square w-61 max-w-[83%] bg-white",
} as const;

/** A QR code as a single SVG path, rendered locally: nothing is loaded or cached. */
export function QrCode({ text, label, size: shown = "medium" }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: shown === "large" ? 0 : 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={SIZES[shown]}>
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
