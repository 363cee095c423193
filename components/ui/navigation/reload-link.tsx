interface ReloadLinkProps {
  readonly className?: string;
}

/** Asks for the page again, query and all. Works without a script, so that it works where the page could not be made. */
export function ReloadLink({ className }: ReloadLinkProps) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty address is the one that the page has
    <a href="" className={className}>
      Try again
    </a>
  );
}
