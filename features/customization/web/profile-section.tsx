import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { account } from '#people/accounts/contract/limits.ts';
import { customization } from '#people/profiles/contract/appearance-limits.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { BannerDescription } from './parts/banner-description.tsx';
import { PictureCard } from './parts/picture-card.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { profileSettingsQuery } from './queries.ts';
import { SectionBody } from './section-body.tsx';
import { SectionForm } from './section-form.tsx';
import { useAvatarSlot } from './use-avatar-slot.ts';
import { useFileSlot } from './use-file-slot.ts';
import { type Section, type SectionValues, useSection } from './use-section.ts';

type ProfileForm = Section<SectionValues<'profile'>>;

const failed = { title: 'Error', description: 'Failed to upload file' };

/** The section Profile: pictures, names, texts, and what others may see. @param username the part that saves it by itself */
export function ProfileSection({ username }: { username: ReactNode }) {
  const call = useCall();
  const { data } = useSuspenseQuery(profileSettingsQuery(call));
  const section = useSection('profile', 'Profile');
  const avatar = useAvatarSlot();
  const banner = useFileSlot({
    purpose: 'profile_banner',
    name: 'banner',
    savedUrl: data.files.banner?.url ?? null,
    claim: (fileId) => call('PUT /profile-settings/banner', { body: { fileId } }),
    failure: failed,
    success: { title: 'Success', description: 'Banner updated successfully' },
    removed: { title: 'Success', description: 'Banner removed successfully' },
  });
  const avatarUrl = avatar.previewUrl ?? data.files.avatar?.url ?? null;
  const bannerUrl = banner.previewUrl ?? data.files.banner?.url ?? null;
  return (
    <SectionBody
      preview={<ProfilePreview avatarUrl={avatarUrl} bannerUrl={bannerUrl} over={{ profile: section.values }} />}
      title="Profile"
    >
      <PictureCard shape="avatar" slot={avatar} url={avatarUrl} />
      <PictureCard shape="banner" slot={banner} url={bannerUrl}>
        <BannerDescription banner={data.files.banner} />
      </PictureCard>
      {username}
      <SettingsCard about="Tags on your profile, and people and categories to follow." title="What you make">
        <ButtonLink size="sm" to="/welcome?step=makes">
          Open the welcome
        </ButtonLink>
      </SettingsCard>
      <SectionForm section={section}>
        <AboutCard section={section} />
        <ChatCard hasStatusCards={data.hasStatusCards} section={section} />
        <PrivacyCard section={section} />
      </SectionForm>
    </SectionBody>
  );
}

/** Names and texts. */
function AboutCard({ section }: { section: ProfileForm }) {
  const { values, fields, change } = section;
  return (
    <SettingsCard about="How others know you." title="About you">
      <div className="grid gap-4">
        <TextField
          autoComplete="nickname"
          error={fields['displayName']}
          label="Display name"
          maxLength={account.displayNameMax}
          onChange={(event) => change({ displayName: event.target.value })}
          required
          value={values.displayName}
        />
        <TextArea
          aside={`${values.bio.length} of ${account.bioMax}`}
          error={fields['bio']}
          hint="Under your name, and on the card that opens over it."
          label="Bio"
          maxLength={account.bioMax}
          onChange={(event) => change({ bio: event.target.value })}
          rows={3}
          value={values.bio}
        />
        <TextArea
          aside={`${values.description.length} of ${customization.descriptionMax}`}
          error={fields['description']}
          hint="A second, longer text on your profile."
          label="Description"
          maxLength={customization.descriptionMax}
          onChange={(event) => change({ description: event.target.value })}
          rows={5}
          value={values.description}
        />
      </div>
    </SettingsCard>
  );
}

/** The name on the chat server. */
function ChatCard({ section, hasStatusCards }: { section: ProfileForm; hasStatusCards: boolean }) {
  const { values, fields, change } = section;
  return (
    <SettingsCard about="Your name on the chat server." title="Chat server">
      <div className="grid gap-4">
        <TextField
          autoCapitalize="off"
          autoComplete="off"
          error={fields['chatName']}
          hint="2 to 32 letters, digits, dots or underscores."
          label="Chat-server name"
          maxLength={32}
          onChange={(event) => change({ chatName: event.target.value === '' ? null : event.target.value })}
          spellCheck={false}
          value={values.chatName ?? ''}
        />
        {hasStatusCards && (
          <Switch
            checked={values.showsChatStatus}
            hint="A picture on your profile that says whether you are there."
            label="Chat-server status card"
            onChange={(event) => change({ showsChatStatus: event.target.checked })}
          />
        )}
      </div>
    </SettingsCard>
  );
}

/** What others see. */
function PrivacyCard({ section }: { section: ProfileForm }) {
  const { values, change } = section;
  return (
    <SettingsCard about="What others see on your profile." title="Privacy">
      <div className="grid gap-4">
        <Switch
          checked={values.showsActivity}
          hint="Friendships, posts, uploads and ranks, as they happen."
          label="Show activity"
          onChange={(event) => change({ showsActivity: event.target.checked })}
        />
        <Switch
          checked={values.showsMutualServers}
          hint="Visitors who are not signed in do not see it then."
          label="Chat-server card for members only"
          onChange={(event) => change({ showsMutualServers: event.target.checked })}
        />
        <Switch
          checked={values.showsConnections}
          hint="Your links and your friends."
          label="Show connections"
          onChange={(event) => change({ showsConnections: event.target.checked })}
        />
      </div>
    </SettingsCard>
  );
}
