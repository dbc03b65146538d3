import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { replayEarlyActions } from '#platform/web/lib/early-actions.ts';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { ListSkeleton, Skeleton } from '#platform/web/ui/skeleton.tsx';
import { isStyled } from './appearance/palette.ts';
import { ProfileStage } from './appearance/profile-stage.tsx';
import { useProfileLive } from './live.ts';
import { MemberActivity } from './member-activity.tsx';
import { MemberPosts } from './member-posts.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProfileSide } from './profile-side.tsx';
import { type ProfileTab, profileAddress, profileTabs } from './profile-tabs.ts';
import { profilePageQuery } from './queries.ts';
import { profileFriendsQuery, useRelationsLive } from './friendship/relation-queries.ts';
import './appearance/appearance.css';

/**
 * `/profile/{username}`, in the member's own appearance. @param made content of the tab, passed in where it belongs to
 * other features
 */
export function ProfilePage({ username, tab, made }: { username: string; tab: ProfileTab; made: ReactNode }) {
  const call = useCall();
  const { data: profile } = useSuspenseQuery(profilePageQuery(call, username));
  const { data: friends } = useSuspenseQuery(profileFriendsQuery(call, username));
  useRelationsLive(useAuth().viewer?.id ?? null);
  useProfileLive(profile.id, username);
  const tabs = profileTabs.filter(
    ({ value }) =>
      (value !== 'activity' || profile.showsActivity) &&
      (value !== 'sets' || profile.hasSets) &&
      !profile.leftOut?.some((name) => name === value),
  );
  // Other pages do it in their frame, `Page`.
  useEffect(replayEarlyActions, []);
  return (
    <ProfileStage appearance={profile.appearance}>
      <div className="profile-page">
        <ProfileHead friends={friends} profile={profile} />
        <div className={classes('profile-made', isStyled(profile.appearance) && 'stage-panel')}>
          <nav aria-label="What they made" className="mb-3">
            <ChipRow label="What they made">
              {tabs.map(({ value, label }) => (
                <Chip key={value} selected={value === tab} to={profileAddress(profile.username, value)}>
                  {label}
                </Chip>
              ))}
            </ChipRow>
          </nav>
          {tab === 'posts' && <MemberPosts isOwn={profile.isOwn} username={profile.username} />}
          {tab === 'activity' && <MemberActivity name={profile.displayName} username={profile.username} />}
          {made}
        </div>
        {/* Last in the HTML too: on a phone it would be drawn where the work belongs until that has arrived. */}
        <ProfileSide friends={friends} profile={profile} />
      </div>
    </ProfileStage>
  );
}

/** The page while it loads. */
export function ProfilePending() {
  return (
    <div className="profile-page">
      <div className="profile-head stage-panel">
        <Skeleton className="h-[4.5rem] rounded-none" />
        <div className="grid gap-3 px-4 pb-4">
          <span className="profile-portrait">
            <Skeleton className="size-28" round />
          </span>
          <Skeleton className="h-8 w-56 max-w-full" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      </div>
      <div className="profile-made">
        <ListSkeleton label="Loading the profile" rows={5} />
      </div>
    </div>
  );
}
