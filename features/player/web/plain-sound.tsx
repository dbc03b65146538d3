/** The browser's own player, where no script runs. */
export function PlainSound({ title, url }: { title: string; url: string | null }) {
  if (url === null) return null;
  return (
    <noscript>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- sounds of members come without */}
      <audio aria-label={title} className="mb-2 w-full" controls preload="none" src={url} />
    </noscript>
  );
}
