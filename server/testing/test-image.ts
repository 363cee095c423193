export const TEST_PNG = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000000600000004008020000009c0a5a3d0000000049454e44ae426082",
  "hex",
);

export function testPng(width: number, height: number): string {
  const file = Buffer.from(TEST_PNG);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file.toString("base64");
}
