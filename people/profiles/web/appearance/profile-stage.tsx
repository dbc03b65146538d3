import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ProfileAppearance } from '#people/profiles/contract/appearance.ts';
import { defaultTheme } from '#people/profiles/contract/appearance-limits.ts';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { type Motion, useMotion } from './effects-choice.ts';
import type { EffectColors } from './effects/scene.ts';
import { fontTokens } from './fonts.ts';
import { faceOf, isStyled, stageTokens } from './palette.ts';
import './appearance.css';

/** Props of {@link ProfileStage}. */
export interface ProfileStageProps {
  appearance: Omit<ProfileAppearance, 'backgroundAudio' | 'audioVisualizer' | 'nameEffect'>;
  /** `page`: all of the page's room, and the background stays while the page scrolls; `preview`: a box of its own. */
  place?: 'page' | 'preview';
  className?: string | undefined;
  /** Text is on panels (`stage-panel`) or surfaces: elsewhere its background is unknown. */
  children: ReactNode;
}

/**
 * A container with a member's appearance: colours, background, font, cursor and effects. All colours are tokens
 * of the site with other values, so that every part of the site takes them. Effects start after hydration, when the
 * appearance has one and the reader allows motion.
 */
export function ProfileStage({ appearance, place = 'page', className, children }: ProfileStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const motion = useMotion();
  const styled = isStyled(appearance);
  const colors = appearance.theme ?? defaultTheme;
  return (
    <div
      ref={stage}
      className={classes('stage', `stage-${place}`, className)}
      data-effects={motion}
      data-styled={styled || undefined}
      data-theme={faceOf(appearance) ?? undefined}
      style={{
        ...stageTokens(appearance),
        ...fontTokens(appearance.font),
        ...blurToken(appearance),
        ...cursorStyle(appearance, motion),
      }}
    >
      {styled && (
        <div aria-hidden="true" className="stage-backdrop">
          <div className="stage-view">
            <Background appearance={appearance} motion={motion} />
            {appearance.backgroundEffect !== 'none' && motion !== 'off' && (
              <EffectCanvas colors={colors} effect={appearance.backgroundEffect} motion={motion} stage={stage} />
            )}
          </div>
        </div>
      )}
      {children}
      {appearance.cursorEffect !== 'none' && motion === 'moving' && (
        <EffectCanvas colors={colors} effect={appearance.cursorEffect} motion={motion} stage={stage} />
      )}
    </div>
  );
}

/** Addresses of our own files alone get into a style. */
const ownFile = /^\/files\/[\w./~-]+(\?[\w.=&%~-]*)?$/;

function cursorStyle({ cursorUrl }: Pick<ProfileAppearance, 'cursorUrl'>, motion: Motion): CSSProperties {
  return cursorUrl !== null && motion !== 'off' && ownFile.test(cursorUrl)
    ? { cursor: `url("${cursorUrl}"), auto` }
    : {};
}

function blurToken({ profileBlur }: Pick<ProfileAppearance, 'profileBlur'>): CSSProperties {
  return profileBlur > 0 ? ({ '--panel-blur': `blur(${Math.min(20, profileBlur)}px)` } as CSSProperties) : {};
}

/** The picture or the film behind a profile. */
function Background({ appearance, motion }: { appearance: ProfileStageProps['appearance']; motion: Motion }) {
  const { backgroundImage: image, backgroundVideo: film } = appearance;
  const style = { opacity: appearance.backgroundOpacity };
  return (
    <>
      {image && (
        <img
          alt=""
          className="stage-background"
          decoding="async"
          key={image.url}
          src={image.url}
          style={{ ...placeholderStyle(image.placeholder), ...style }}
        />
      )}
      {film && <Film film={film} isMoving={motion === 'moving'} key={film.url} style={style} />}
    </>
  );
}

/** A silent video that plays while it is visible, for readers who allow motion. */
function Film({
  film,
  isMoving,
  style,
}: {
  film: NonNullable<ProfileAppearance['backgroundVideo']>;
  isMoving: boolean;
  style: CSSProperties;
}) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // React writes the attribute too late for the browser's rule that only silent films may start by themselves.
    element.muted = true;
    if (!isMoving) return element.pause();
    const follow = () => {
      if (document.hidden) element.pause();
      // The poster stays where the browser forbids it, to save power for one.
      else element.play().catch(() => {});
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [isMoving]);
  return (
    <video
      ref={video}
      className="stage-background"
      loop
      muted
      playsInline
      poster={film.posterUrl ?? undefined}
      preload="none"
      src={film.url}
      style={style}
      tabIndex={-1}
    />
  );
}

/** One effect on its canvas; its code comes now. Where that fails the page is whole without it. */
function EffectCanvas({
  effect,
  colors,
  motion,
  stage,
}: {
  effect: Exclude<ProfileAppearance['cursorEffect'] | ProfileAppearance['backgroundEffect'], 'none'>;
  colors: EffectColors;
  motion: Exclude<Motion, 'off'>;
  stage: RefObject<HTMLDivElement | null>;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isGone, setGone] = useState(false);
  const { primary, secondary, accent, background } = colors;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isWanted = true;
    const start = async (): Promise<void> => {
      const { runEffect } = await import('./effects/run.ts');
      const options = { colors: { primary, secondary, accent, background }, isStill: motion === 'still' };
      if (!isWanted || !canvas.current || !stage.current) return;
      const stopIt = await runEffect(effect, canvas.current, stage.current, options);
      if (isWanted) stop = stopIt;
      else stopIt();
    };
    start().catch(() => setGone(true));
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [effect, primary, secondary, accent, background, motion, stage]);
  return isGone ? null : <canvas ref={canvas} aria-hidden="true" className="stage-effect" data-effect={effect} />;
}
