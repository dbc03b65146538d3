import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { filePurposes } from '#content/media/contract/limits.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { acceptedPictures, type Shape } from '../crop/picture-file.ts';
import { useCrop } from '../crop/use-crop.tsx';
import { FileActions } from './file-actions.tsx';
import type { FileSlot } from '../use-file-slot.ts';

const megabytes = filePurposes.avatar.maxBytes / 1024 / 1024;
const texts = {
  avatar: { title: 'Avatar', about: 'The picture beside your name, everywhere.' },
  banner: { title: 'Banner', about: 'It stands over your profile.' },
} as const;

/** Avatar or banner: chosen, cut, and saved as soon as it is up. */
export function PictureCard({
  shape,
  slot,
  url,
  children,
}: {
  shape: Shape;
  slot: FileSlot;
  url: string | null;
  children?: ReactNode;
}) {
  const { viewer } = useAuth();
  const crop = useCrop(shape, slot.choose);
  const { title, about } = texts[shape];
  const isAvatar = shape === 'avatar';
  return (
    <SettingsCard about={about} title={title}>
      <div className={isAvatar ? 'flex flex-wrap items-center gap-4' : 'grid gap-3'}>
        {isAvatar ? (
          <Avatar alt="Your avatar" id={viewer?.id ?? ''} name={viewer?.displayName ?? ''} size="lg" src={url} />
        ) : url === null ? (
          <div className="grid aspect-3/1 place-items-center rounded-control border border-dashed border-hairline-strong text-sm text-soft">
            No banner yet
          </div>
        ) : (
          <img alt="Your banner" className="aspect-3/1 w-full rounded-control bg-raised object-cover" src={url} />
        )}
        <div className={classes('grid min-w-0 gap-2', isAvatar && 'flex-1 basis-[min(12rem,100%)]')}>
          <div className="flex flex-wrap gap-2">
            <FileActions
              accept={acceptedPictures}
              busy={slot.busy}
              icon={<ImagePlus aria-hidden="true" size={16} />}
              onFile={(file) => slot.admits(file) && crop.begin(file)}
              testId={`${shape}-input`}
              onRemove={url !== null ? slot.remove : null}
            >
              {url === null ? `Choose ${shape}` : `Change ${shape}`}
            </FileActions>
          </div>
          <p className="text-xs text-faint">
            JPEG, PNG, WebP, AVIF or GIF under {megabytes}MB. A GIF that moves goes up whole.
          </p>
        </div>
        {children}
      </div>
      {crop.dialog}
    </SettingsCard>
  );
}
