import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { PartName } from '#people/profiles/web/part-name.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { FeedComposer } from './feed-composer.tsx';
import { FeedList, FeedSkeleton, NoUploadsYet } from './feed-list.tsx';
import { feedAddress, type FeedFilter, feedKinds } from './filter.ts';
import { Trending } from './trending-tags.tsx';

/** `/uploads`: every upload, newest first, by kind, tag and author. */
export function UploadsPage({ filter }: { filter: FeedFilter }) {
  return (
    <Frame filter={filter} rail={<Trending />}>
      <FeedList empty={<NoUploads filter={filter} />} filter={filter} key={feedAddress(filter)} />
    </Frame>
  );
}

/** The list while another filter loads: everything around it stands already. */
export function UploadsPending({ filter }: { filter: FeedFilter }) {
  return (
    <Frame filter={filter} rail={<Skeleton className="h-48 rounded-card" />}>
      <FeedSkeleton />
    </Frame>
  );
}

/** Heading, composer and chips around a feed. */
function Frame({ filter, rail, children }: { filter: FeedFilter; rail: ReactNode; children: ReactNode }) {
  const { viewer } = useAuth();
  const chosen = [
    ...(filter.tag === '' ? [] : [{ label: `#${filter.tag}`, without: { ...filter, tag: '' } }]),
    ...(filter.author === '' ? [] : [{ label: `by @${filter.author}`, without: { ...filter, author: '' } }]),
  ];
  return (
    <Page rail={rail} railLabel="Trending" wideRail>
      <PageHeading title={<PartName name="Uploads" page="/uploads" />} />
      {viewer && <FeedComposer filter={filter} viewer={viewer} />}
      <nav aria-label="Kinds of uploads" className="mb-3">
        <ChipRow label="Kinds of uploads">
          {chosen.map(({ label, without }) => (
            <AppLink
              key={label}
              aria-label={`${label}: show all again`}
              className="chip touch-target border-transparent bg-secondary-wash text-secondary-text"
              keepScroll
              to={feedAddress(without)}
            >
              <span className="max-w-40 truncate">{label}</span>
              <X aria-hidden="true" size={14} />
            </AppLink>
          ))}
          {viewer && (
            <Chip selected={filter.following} to={feedAddress({ ...filter, following: !filter.following })}>
              Following
            </Chip>
          )}
          {feedKinds.map((kind) => (
            <Chip
              key={kind.value}
              selected={kind.value === filter.kind}
              to={feedAddress({ ...filter, kind: kind.value })}
            >
              {kind.label}
            </Chip>
          ))}
        </ChipRow>
      </nav>
      {children}
    </Page>
  );
}

/** What stands in an empty feed. */
function NoUploads({ filter }: { filter: FeedFilter }) {
  const { viewer } = useAuth();
  const isWhole = feedAddress(filter) === '/uploads';
  if (isWhole) return <NoUploadsYet isMember={viewer !== null} />;
  if (filter.following)
    return (
      <EmptyState
        action={
          <AppLink className="link" to="/members">
            Find members
          </AppLink>
        }
        title="Nothing here yet. Follow members whose work you want to hear."
      />
    );
  return (
    <EmptyState
      action={
        <AppLink className="link" to="/uploads">
          Show all uploads
        </AppLink>
      }
      title="No uploads like this yet."
    />
  );
}
