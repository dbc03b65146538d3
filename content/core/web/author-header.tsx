import type { ReactNode } from 'react';
import type { Person } from '#platform/contract/shapes.ts';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { EditedMark } from './edited-mark.tsx';

/** A content as its header shows it. */
interface Authored {
  readonly author: Person;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly editedBy: Person | null;
}

/**
 * Author and dates above a content.
 * @param address of its page, where the time leads there
 * @param marks beside the dates
 * @param children at the end: its menu
 */
export function AuthorHeader({
  content,
  address = null,
  onHistory,
  marks,
  children,
}: {
  content: Authored;
  address?: string | null;
  onHistory: (() => void) | undefined;
  marks?: ReactNode;
  children: ReactNode;
}) {
  const { author, createdAt } = content;
  const time = <RelativeTime date={createdAt} />;
  // Text of twice the size leaves a phone no room beside the picture.
  return (
    <div className="@container">
      <header className="flex gap-3 @max-[14rem]:flex-wrap @max-[14rem]:justify-between">
        <AvatarLink person={author} />
        <div className="min-w-0 flex-1 text-sm @max-[14rem]:order-last @max-[14rem]:basis-full">
          <PersonName className="text-base leading-6" hasHandle={false} person={author} />
          <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 leading-6 text-faint">
            {author.id !== null && (
              <>
                <span className="max-w-40 truncate">@{author.username}</span>
                <span aria-hidden="true">·</span>
              </>
            )}
            {address === null ? (
              time
            ) : (
              <AppLink className="touch-target relative inline-block min-w-6 hover:underline" to={address}>
                {time}
              </AppLink>
            )}
            <EditedMark content={content} onHistory={onHistory} />
            {marks}
          </p>
        </div>
        {children}
      </header>
    </div>
  );
}
