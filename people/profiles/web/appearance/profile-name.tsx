import type { CSSProperties } from 'react';
import type { NameEffect } from '#people/profiles/contract/appearance-limits.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { glowOf, type NameGlow } from '../name-glow.ts';
import './appearance.css';

/** Scripts whose letters do not join; words of other scripts must not be split. */
const apart =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{N}\p{P}\p{Zs}\p{M}]+$/u;
const letters = /\P{M}\p{M}*/gu;

/**
 * A display name with its glow and its effect, as the member's page shows it. The effects move inside a stage with
 * effects on.
 */
export function ProfileName({
  name,
  glow,
  effect = 'none',
  className,
}: {
  name: string;
  glow: NameGlow | null;
  effect?: NameEffect | undefined;
  className?: string | undefined;
}) {
  const style = classes('profile-name', effect !== 'none' && `name-${effect}`, className);
  if (effect !== 'wave' || !apart.test(name))
    return (
      // The moving layer is a copy of the name over it: the name itself keeps its colour, and reads.
      <span className={style} data-name={name} style={glowOf(glow)}>
        {name}
      </span>
    );
  return (
    <span className={style} style={glowOf(glow)}>
      <span className="sr-only">{name}</span>
      <span aria-hidden="true">
        {wordsOf(name).map(({ from, space, signs }) => (
          <span key={from}>
            {space}
            <span className="inline-block">
              {signs.map((sign, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- letters of one word have no other key
                <i key={place} style={{ '--at': from + place } as CSSProperties}>
                  {sign}
                </i>
              ))}
            </span>
          </span>
        ))}
      </span>
    </span>
  );
}

/** The words of a name, with the space before each and the index of its first letter in the name. */
function wordsOf(name: string): { from: number; space: string; signs: string[] }[] {
  const found: { from: number; space: string; signs: string[] }[] = [];
  for (const [whole, space = ''] of name.matchAll(/(\s*)\S+/g)) {
    const before = found.at(-1);
    const from = before ? before.from + before.signs.length : 0;
    found.push({ from, space, signs: whole.slice(space.length).match(letters) ?? [] });
  }
  return found;
}
