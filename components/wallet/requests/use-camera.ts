import { type RefObject, useEffect, useState } from "react";

/** Responsive enough for a steady hand, and slow enough to keep a phone cool. */
const LOOK_EVERY_MS = 200;
/** Wide enough to read a code that fills a third of the picture. */
const WIDTH = 640;

export type CameraState = "off" | "starting" | "on" | "refused" | "missing";

/** Runs the camera in `video` while `isWanted`, and passes each QR code's text to `onText`. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  { isWanted, onText }: { readonly isWanted: boolean; readonly onText: (text: string) => void },
): CameraState {
  const [state, setState] = useState<CameraState>("off");
  useEffect(() => {
    if (!isWanted) return setState("off");
    let isOver = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      setState("starting");
      const [opened, { decodeQR }] = await Promise.all([
        navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }),
        import("qr/decode.js"),
      ]);
      stream = opened;
      if (isOver || !video.current) return end();
      video.current.srcObject = stream;
      await video.current.play();
      setState("on");
      const canvas = document.createElement("canvas");
      const look = () => {
        const text = video.current ? readFrame(video.current, canvas, decodeQR) : null;
        if (text !== null) onText(text);
        if (!isOver) timer = setTimeout(look, LOOK_EVERY_MS);
      };
      look();
    };
    start().catch((error: unknown) => {
      end();
      setState(error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "missing");
    });
    return end;
  }, [isWanted, onText, video]);
  return state;
}

function readFrame(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  decode: (image: ImageData) => string,
): string | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return null;
  const scale = Math.min(1, WIDTH / videoWidth);
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return decode(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    // The decoder throws if the picture contains no code.
    return null;
  }
}
