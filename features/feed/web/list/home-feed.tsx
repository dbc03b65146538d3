import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { FeedComposer } from './feed-composer.tsx';
import { FeedList, NoUploadsYet } from './feed-list.tsx';
import { feedAddress, wholeFeed } from './filter.ts';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';

/** The home page's own column: the composer for members, and every upload beneath it. */
export function HomeFeed() {
  const { viewer } = useAuth();
  return (
    <>
      {viewer && <FeedComposer filter={wholeFeed} viewer={viewer} />}
      {viewer && (
        <div className="mb-3">
          <ChipRow label="Which uploads">
            <Chip selected to="/">
              Everybody
            </Chip>
            <Chip selected={false} to={feedAddress({ following: true })}>
              Following
            </Chip>
          </ChipRow>
        </div>
      )}
      <FeedList auto={false} empty={<NoUploadsYet isMember={viewer !== null} />} filter={wholeFeed} />
      <p className="mt-2 text-center">
        <AppLink className="link inline-block py-1.5 text-sm font-semibold" to="/uploads">
          All uploads
        </AppLink>
      </p>
    </>
  );
}
