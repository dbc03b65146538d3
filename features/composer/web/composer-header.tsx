import { useQuery } from '@tanstack/react-query';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { composerQuery } from './queries.ts';

/** The member's level, XP and credits, and the tags of the last days: a click writes one. */
export function ComposerHeader({ viewer, onTag }: { viewer: Viewer; onTag?: (tag: string) => void }) {
  const call = useCall();
  const { data } = useQuery(composerQuery(call));
  const { level, xp, credits } = data ?? viewer;
  const tags = data?.tags ?? [];
  const figures = [
    ['Level', level],
    ['XP', xp],
    ['Credits', credits],
  ] as const;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-faint">
      <dl className="flex flex-wrap gap-x-4">
        {figures.map(([label, value]) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt>{label}</dt>
            <dd className="font-semibold text-text">
              <Counter value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {tags.length > 0 && (
        <ul
          aria-label="Trending tags"
          className="flex min-w-0 flex-1 gap-x-2.5 overflow-hidden [mask-image:linear-gradient(to_right,black_85%,transparent)]"
        >
          {tags.map((tag) => (
            <li key={tag} className="shrink-0">
              {onTag ? (
                <button
                  className="touch-target relative font-semibold text-secondary-text hover:underline"
                  onClick={() => onTag(tag)}
                  type="button"
                >
                  #{tag}
                </button>
              ) : (
                <span className="font-semibold text-soft">#{tag}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
