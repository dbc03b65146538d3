import { useMemo } from 'react';
import { readable } from './editor/places.ts';
import { wordDiff } from './word-diff.ts';

/** A version of a text with what changed since another marked in it. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(readable(before), readable(after)), [before, after]);
  return (
    <div className="max-h-[50vh] overflow-y-auto rounded-control border border-hairline bg-sunken px-3 py-2.5 text-sm break-words whitespace-pre-wrap">
      {parts.map((part, index) => {
        // Parts have no identity but their place.
        const key = index;
        if (part.kind === 'same') return <span key={key}>{part.text}</span>;
        if (part.kind === 'added') {
          return (
            <ins key={key} className="rounded-hair bg-ok-wash text-ok no-underline [box-decoration-break:clone]">
              {part.text}
            </ins>
          );
        }
        return (
          <del key={key} className="rounded-hair bg-danger-wash text-danger [box-decoration-break:clone]">
            {part.text}
          </del>
        );
      })}
    </div>
  );
}
