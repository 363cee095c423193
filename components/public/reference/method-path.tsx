/** `POST /v1/authorizations`, which breaks where a path may. */
export function MethodPath({ method, path }: { readonly method: string; readonly path: string }) {
  return (
    <code className="text-13 break-words">
      <span className="mr-2 font-semibold text-accent">{method}</span>
      {path.split("/").map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one path, which never move
        <span key={index}>
          {index > 0 ? "/" : ""}
          {part}
          <wbr />
        </span>
      ))}
    </code>
  );
}
