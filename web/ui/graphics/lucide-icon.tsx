import type { SVGProps } from 'react';

/** What lucide's own modules hand over: the drawing as elements with their attributes. */
interface IconData {
  readonly name: string;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number>>])[];
}

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'children' | 'dangerouslySetInnerHTML'> {
  size?: number | string;
}

/**
 * Stands in for lucide's `createLucideIcon` (see vite.config.ts): the drawing is one constant text instead of an element
 * for each line of it. A page has some fifty icons, and they were a tenth of the work of rendering it. The markup is lucide's.
 */
export default function createLucideIcon({ name, node }: IconData) {
  // Constants of the library; nothing of a member comes near them.
  const drawing = {
    __html: node
      .map(([tag, attributes]) => {
        const written = Object.entries(attributes).flatMap(([key, value]) =>
          key === 'key' ? [] : [` ${key}="${value}"`],
        );
        return `<${tag}${written.join('')}></${tag}>`;
      })
      .join(''),
  };
  const ownClass = `lucide lucide-${name}`;
  return function LucideIcon({ size = 24, strokeWidth = 2, className, ...rest }: IconProps) {
    const isNamed = rest['aria-label'] !== undefined || rest.role !== undefined || 'aria-labelledby' in rest;
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className === undefined ? ownClass : `${ownClass} ${className}`}
        aria-hidden={isNamed ? undefined : 'true'}
        {...rest}
        dangerouslySetInnerHTML={drawing}
      />
    );
  };
}
