import { AtSign, AudioLines, Camera, Clapperboard, CodeXml, ExternalLink, MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { ProfileLink, ProfilePage } from '#people/profiles/contract/appearance.ts';
import type { LinkIcon } from '#people/profiles/contract/appearance-limits.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { ProfileFriends } from './profile-friends.tsx';
import { SideCard } from './side-card.tsx';
import type { ProfileSoundProps } from './appearance/profile-sound.tsx';

const ProfileSound = latePart<ProfileSoundProps>(() => import('./appearance/profile-sound.tsx'), {
  name: 'The sound of this profile',
  notice: 'place',
  waiting: ({ visualizer }) => <div className="profile-sound stage-panel" data-visualizer={visualizer || undefined} />,
});

/** What belongs to a member: sound, text, numbers, links, friends. */
export function ProfileSide({
  profile,
  friends,
}: {
  profile: ProfilePage;
  friends: Reply<'GET /profiles/:username/friends'>;
}) {
  const { appearance, statistics } = profile;
  return (
    <div className="profile-side">
      {appearance.backgroundAudio && (
        <ProfileSound
          colors={appearance.theme}
          key={appearance.backgroundAudio.url}
          sound={appearance.backgroundAudio}
          visualizer={appearance.audioVisualizer}
        />
      )}
      {profile.description !== '' && <About text={profile.description} />}
      <SideCard title="Stats">
        <dl className="grid grid-cols-4 gap-3 xl:grid-cols-2">
          {(
            [
              ['Posts', statistics.posts],
              ['Replies', statistics.replies],
              ...(profile.leftOut?.includes('uploads')
                ? []
                : ([
                    ['Uploads', statistics.uploads],
                    ['Plays', statistics.plays],
                  ] as const)),
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-soft">{name}</dt>
              <dd className="text-xl leading-tight font-semibold">
                <Counter short value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </SideCard>
      {profile.links.length > 0 && <Links links={profile.links} />}
      {profile.statusUrl !== null && (
        <ChatStatus key={profile.statusUrl} name={profile.displayName} url={profile.statusUrl} />
      )}
      {profile.showsConnections && <ProfileFriends count={friends.count} friends={friends.items} />}
    </div>
  );
}

/** Longer texts are cut until they are asked for. */
const longText = 420;

function About({ text }: { text: string }) {
  const isLong = text.length > longText || text.split('\n').length > 9;
  const [isOpen, setOpen] = useState(!isLong);
  return (
    <SideCard title="About">
      <p className={classes('break-words whitespace-pre-line', !isOpen && 'line-clamp-8')}>{text}</p>
      {isLong && (
        <button
          aria-expanded={isOpen}
          className="link touch-target mt-2 text-sm font-semibold"
          onClick={() => setOpen(!isOpen)}
          type="button"
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </SideCard>
  );
}

/** The part of an address that says where it leads. */
function hostOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '');
  } catch {
    return '';
  }
}

/** What a known place is for: the marks of its owners are theirs. */
const placeIcons: Record<LinkIcon, typeof ExternalLink> = {
  soundcloud: AudioLines,
  spotify: AudioLines,
  bandcamp: AudioLines,
  youtube: Clapperboard,
  tiktok: Clapperboard,
  twitch: Clapperboard,
  instagram: Camera,
  discord: MessagesSquare,
  x: AtSign,
  github: CodeXml,
};

function Links({ links }: { links: readonly ProfileLink[] }) {
  return (
    <SideCard title="Links">
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
        {links.map((link) => (
          <li key={link.id}>
            <Way link={link} />
          </li>
        ))}
      </ul>
    </SideCard>
  );
}

function Way({ link }: { link: ProfileLink }) {
  const Icon = link.icon === null ? ExternalLink : placeIcons[link.icon];
  return (
    <a
      className="flex min-h-11 items-center gap-2.5 rounded-control px-2 hover:bg-hover"
      href={link.url}
      rel="noopener noreferrer nofollow ugc"
      target="_blank"
    >
      <Icon aria-hidden="true" className="shrink-0 text-secondary-text" size={16} />
      <span className="min-w-0">
        <span className="block truncate leading-snug font-semibold">{link.title}</span>
        <span className="block truncate text-xs text-soft">{hostOf(link.url)}</span>
      </span>
    </a>
  );
}

/** The chat-server status card: a picture; nothing where it cannot be had. */
function ChatStatus({ url, name }: { url: string; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(false);
  // A picture that failed before hydration fires no event any more.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);
  if (failed) return null;
  return (
    <section aria-label="Chat status" className="stage-panel overflow-hidden">
      <img
        ref={image}
        alt={`${name} on the chat server`}
        className="block aspect-2/1 w-full object-contain"
        decoding="async"
        onError={() => setFailed(true)}
        src={url}
      />
    </section>
  );
}
