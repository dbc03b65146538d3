import { useSuspenseQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { acceptedPictures } from './crop/picture-file.ts';
import { useCrop } from './crop/use-crop.tsx';
import { BannerDescription } from './parts/banner-description.tsx';
import { FileButton } from './file-button.tsx';
import { profileSettingsQuery, useFreshSettings } from './queries.ts';
import { useFileSlot } from './use-file-slot.ts';

/** `/customize`: the banner of the own profile. */
export function CustomizePage() {
  useFreshSettings();
  const call = useCall();
  const { data } = useSuspenseQuery(profileSettingsQuery(call));
  const slot = useFileSlot({
    purpose: 'profile_banner',
    name: 'customize',
    savedUrl: data.files.banner?.url ?? null,
    claim: (fileId) => call('PUT /profile-settings/banner', { body: { fileId } }),
    failure: { title: 'Update failed', description: 'Please try again.' },
    success: { title: 'Background updated', description: 'Your profile background has been saved.' },
    removed: { title: 'Background updated', description: 'Your profile background has been saved.' },
  });
  const crop = useCrop('banner', slot.choose);
  const url = slot.previewUrl ?? data.files.banner?.url ?? null;
  return (
    <Page>
      <PageHeading lead="The picture that stands over your profile." title="Customize" />
      <Card className="mt-5 grid gap-4">
        {url === null ? (
          <div className="grid aspect-3/1 place-items-center content-center gap-3 rounded-control border border-dashed border-hairline-strong">
            <FlatLine />
            <p className="heading text-lg">No background set</p>
          </div>
        ) : (
          <img
            alt="Your current background"
            className="aspect-3/1 w-full rounded-control bg-raised object-cover"
            src={url}
          />
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <FileButton
            accept={acceptedPictures}
            busy={slot.busy}
            busyLabel="Uploading…"
            icon={<Image aria-hidden="true" size={17} />}
            onFile={(file) => slot.admits(file) && crop.begin(file)}
            testId="customize-input"
            variant="primary"
          >
            Change Background
          </FileButton>
          <ButtonLink size="sm" to="/settings/layout" variant="ghost">
            More in settings
          </ButtonLink>
        </div>
        <BannerDescription banner={data.files.banner} />
      </Card>
      {crop.dialog}
    </Page>
  );
}
