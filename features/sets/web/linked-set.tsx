import { Link2 } from 'lucide-react';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { ItemCover } from '#features/sharing/web/music/item-cover.tsx';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SetEntries } from './set-entries.tsx';

/** A set as a secret link shows it: to be read and heard. */
export function LinkedSet({ set, token }: { set: SharedItem; token: string }) {
  return (
    <Page>
      <p className="mb-3 flex items-center gap-2 text-sm text-soft">
        <Link2 aria-hidden="true" className="shrink-0" size={16} />
        {set.author.displayName} shares this with you by a secret link.
      </p>
      <article aria-labelledby="linked-title" className="own-page">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-4">
          <h1 className="heading-widest text-2xl break-words" id="linked-title" tabIndex={-1}>
            {set.title}
          </h1>
          <header className="flex items-center gap-3">
            <AvatarLink person={set.author} />
            <PersonName className="text-base leading-6" hasHandle={false} person={set.author} />
          </header>
          <ItemCover className="w-full max-w-48" item={set} sizes="12rem" />
          {set.html !== '' && <RichText html={set.html} />}
          <SetEntries link={token} set={set} />
        </div>
      </article>
    </Page>
  );
}
