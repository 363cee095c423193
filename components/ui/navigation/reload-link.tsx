interface ReloadLinkProps {
  readonly className?: string;
}

/** Reloads the page with its query. Needs no script, so it works on error pages. */
export function ReloadLink({ className }: ReloadLinkProps) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty address is the one that the page has
    <a href="" className={className}>
      Try again
    </a>
  );
}
