export interface Image {
  readonly type: "image/png" | "image/jpeg" | "image/webp";
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** JPEG markers that start a frame: C0 to CF, except those of tables and extensions. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Goes by the file's header, whatever its name says. Null if it is none of the three types. */
export function readImage(file: Buffer): Image | null {
  try {
    return readPng(file) ?? readWebp(file) ?? readJpeg(file);
  } catch (error) {
    // The file ends inside its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readPng(file: Buffer): Image | null {
  if (!file.subarray(0, 8).equals(PNG) || file.toString("latin1", 12, 16) !== "IHDR") return null;
  return { type: "image/png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function readWebp(file: Buffer): Image | null {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP") return null;
  const type = "image/webp";
  switch (file.toString("latin1", 12, 16)) {
    case "VP8X":
      return { type, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = file.readUInt32LE(21);
      return file[20] === 0x2f ? { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null;
    }
    case "VP8 ":
      return { type, width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

function readJpeg(file: Buffer): Image | null {
  if (file.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; file.readUInt8(at) === 0xff; ) {
    const marker = file.readUInt8(at + 1);
    if (isFrame(marker)) {
      return { type: "image/jpeg", width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    }
    at += 2 + Math.max(2, file.readUInt16BE(at + 2));
  }
  return null;
}
