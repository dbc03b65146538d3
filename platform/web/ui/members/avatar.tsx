import { useEffect, useRef, useState } from 'react';
import { avatarHue } from './avatar-hue.ts';
import { classes } from '#platform/web/ui/classes.ts';

const sizes = {
  xs: 'size-5 text-2xs',
  sm: 'size-8 text-sm',
  md: 'size-10 text-lg',
  lg: 'size-16 text-2xl',
  xl: 'size-28 text-4xl',
};

/** Props of {@link Avatar}. */
export interface AvatarProps {
  /** The member's id; chooses the colour behind the initial. */
  id: string;
  name: string;
  src?: string | null | undefined;
  size?: keyof typeof sizes;
  /** Says who it is, where no name stands beside it. */
  alt?: string;
  /** Online now: a tally light. */
  live?: boolean | undefined;
  className?: string | undefined;
}

/** A member's picture, else the initial on a colour derived from the id. */
export function Avatar({ id, name, src, size = 'md', alt = '', live, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // A picture that failed before hydration fires no event any more.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(src ?? null);
  }, [src]);
  const shown = src && src !== failed;
  const initial = (/[\p{L}\p{N}]/u.exec(name) ?? Array.from(name.trim()))[0]?.toUpperCase() ?? '?';
  return (
    <span className={classes('relative inline-block shrink-0 rounded-full align-top', sizes[size], className)}>
      {shown ? (
        <img
          ref={image}
          alt={alt}
          className="size-full rounded-full bg-raised object-cover outline outline-hairline-strong -outline-offset-1"
          decoding="async"
          loading="lazy"
          onError={() => setFailed(src)}
          src={src}
        />
      ) : (
        <span
          aria-hidden={alt === '' || undefined}
          aria-label={alt || undefined}
          className="heading grid size-full place-items-center rounded-full leading-none text-ink select-none"
          role={alt === '' ? undefined : 'img'}
          style={{ backgroundColor: `var(--avatar-${avatarHue(id)})` }}
        >
          {initial}
        </span>
      )}
      {live && <span className="tally absolute end-0 bottom-0 ring-2 ring-ground" />}
    </span>
  );
}
