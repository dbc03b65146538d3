import type { Post } from '#features/forum/contract/endpoints.ts';

/** The contents of a long post: links to its headings. */
export function Contents({ of }: { of: NonNullable<Post['contents']> }) {
  const top = Math.min(...of.map(({ level }) => level));
  return (
    <nav aria-label="Contents" className="-mx-2 max-h-[50vh] overflow-y-auto text-sm">
      {of.map(({ level, text }, index) => (
        <a
          className="touch-target relative block rounded-control px-2 py-1 text-soft hover:bg-hover hover:text-text"
          href={`#part-${index}`}
          // The headings of one version of a text never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          style={{ marginInlineStart: `${level - top}rem` }}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
