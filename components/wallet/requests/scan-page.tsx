"use client";

import { Camera } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { PageHead } from "@/components/ui/layout/page-head";
import { readRequest } from "./read-request";

const TROUBLE = {
  refused: "This page isn’t allowed to use the camera. Allow it in your browser’s settings, or paste the link below.",
  missing: "No camera can be used here. Paste the link below.",
} as const;

const NOT_A_REQUEST = "This isn’t a request. Its link has /wallet/r/ in it.";

export function ScanPage() {
  const router = useRouter();
  const video = useRef<HTMLVideoElement>(null);
  const [isWanted, want] = useState(false);
  const [isOther, setOther] = useState(false);
  const [typed, setTyped] = useState("");
  const [issue, setIssue] = useState<string>();
  const open = useCallback(
    (text: string): boolean => {
      const id = readRequest(text, location.origin);
      if (id) router.push(`/wallet/r/${id}`);
      return id !== null;
    },
    [router],
  );
  const onText = useCallback(
    (text: string) => {
      const isRequest = open(text);
      setOther(!isRequest);
      if (isRequest) want(false);
    },
    [open],
  );
  const camera = useCamera(video, { isWanted, onText });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!open(typed)) setIssue(typed.trim() === "" ? "Paste the link or the ID." : NOT_A_REQUEST);
  };
  const trouble = camera === "refused" || camera === "missing" ? TROUBLE[camera] : null;
  return (
    <div className="flex max-w-[30rem] flex-col gap-8">
      <PageHead
        title="Scan a request"
        purpose="Nothing is paid until you’ve seen the request and approved it."
        back={{ href: "/wallet", label: "Home" }}
      />
      <section aria-label="Camera" className="flex flex-col gap-3">
        <div className="relative grid aspect-square place-items-center overflow-hidden rounded-8 border border-line bg-raised">
          <video
            ref={video}
            muted
            playsInline
            aria-label="The camera’s picture"
            className={camera === "on" ? "absolute inset-0 size-full object-cover" : "hidden"}
          />
          {camera === "on" ? (
            <span aria-hidden className="relative size-3/5 rounded-8 outline-4 outline-white/80" />
          ) : (
            <Button size="large" look="primary" isBusy={camera === "starting"} onClick={() => want(true)}>
              <Camera aria-hidden className="size-5" /> Open the camera
            </Button>
          )}
        </div>
        <p role="status" className="text-14 text-muted empty:hidden">
          {trouble ?? (isOther ? "This code isn’t a request to you. Look for the one at the till." : null)}
        </p>
        {camera === "on" ? <Button onClick={() => want(false)}>Close the camera</Button> : null}
      </section>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field
          label="Link or ID"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setIssue(undefined);
          }}
          error={issue}
          help="From the merchant’s message."
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" size="large">
          Open the request
        </Button>
      </form>
    </div>
  );
}

/** Responsive enough for a steady hand, and slow enough to keep a phone cool. */
const LOOK_EVERY_MS = 200;
/** Wide enough to read a code that fills a third of the picture. */
const WIDTH = 640;

type CameraState = "off" | "starting" | "on" | "refused" | "missing";

/** Runs the camera in `video` while `isWanted`, and passes each QR code's text to `onText`. */
function useCamera(
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
