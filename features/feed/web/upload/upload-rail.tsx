import { fullName } from '#people/profiles/web/full-name.ts';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { PersonLine } from '#people/profiles/web/person-line.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { feedAddress } from '#features/feed/web/list/filter.ts';

/** Beside an upload: who made it, and the way to what else they shared. */
export function UploadRail({ upload }: { upload: Upload }) {
  if (upload.author.id === null) return null;
  return (
    <Card>
      <PersonLine person={upload.author} />
      <p className="mt-3 border-t border-hairline pt-3">
        <AppLink className="link text-sm" to={feedAddress({ author: upload.author.username })}>
          All uploads by {fullName(upload.author)}
        </AppLink>
      </p>
    </Card>
  );
}
