// RainbowKit's themes with the modal's colors, and the conversion of a theme to our variables.

import { cssValue } from '../shared/css-value';
import { warnOnce, warnUnsupported } from '../shared/warn-once';
import type { AccentColor, AccentColorPreset, Theme, ThemeOptions, ThemeVars } from './types';

type Colors = ThemeVars['colors'];
export type Mode = 'light' | 'dark';
export type Variables = Record<string, string | number>;

/** a theme's radius for the card, as a share of ours */
const RADII = { large: 24, medium: 16, small: 8, none: 0 } as const;
const FONTS = {
  rounded: 'ui-rounded, "SF Pro Rounded", system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif',
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif',
} as const;

const light: Colors = {
  accentColor: '#2a54d5',
  accentColorForeground: '#fff',
  actionButtonBorder: '#d9dde4',
  actionButtonBorderMobile: '#d9dde4',
  actionButtonSecondaryBackground: '#ebedf1',
  closeButton: '#4a5160',
  closeButtonBackground: '#ebedf1',
  connectButtonBackground: '#fff',
  connectButtonBackgroundError: '#c42b1c',
  connectButtonInnerBackground: '#f5f6f8',
  connectButtonText: '#14171f',
  connectButtonTextError: '#fff',
  connectionIndicator: '#137a4b',
  downloadBottomCardBackground: '#fff',
  downloadTopCardBackground: '#f5f6f8',
  error: '#c42b1c',
  generalBorder: '#d9dde4',
  generalBorderDim: '#ebedf1',
  menuItemBackground: '#f5f6f8',
  modalBackdrop: 'rgb(0 0 0 / 40%)',
  modalBackground: '#fff',
  modalBorder: '#d9dde4',
  modalText: '#14171f',
  modalTextDim: '#626a79',
  modalTextSecondary: '#4a5160',
  profileAction: '#fff',
  profileActionHover: '#f5f6f8',
  profileForeground: '#f5f6f8',
  selectedOptionBorder: '#858d9c',
  standby: '#8a5a00',
};
const dark: Colors = {
  ...light,
  accentColor: '#4468f2',
  actionButtonBorder: '#363b46',
  actionButtonBorderMobile: '#363b46',
  actionButtonSecondaryBackground: '#2a2e37',
  closeButton: '#b4bac6',
  closeButtonBackground: '#2a2e37',
  connectButtonBackground: '#16181d',
  connectButtonBackgroundError: '#ff8a7d',
  connectButtonInnerBackground: '#1f2229',
  connectButtonText: '#f4f5f7',
  connectButtonTextError: '#14171f',
  connectionIndicator: '#5ccb94',
  downloadBottomCardBackground: '#16181d',
  downloadTopCardBackground: '#1f2229',
  error: '#ff8a7d',
  generalBorder: '#363b46',
  generalBorderDim: '#2a2e37',
  menuItemBackground: '#1f2229',
  modalBackdrop: 'rgb(0 0 0 / 60%)',
  modalBackground: '#16181d',
  modalBorder: '#363b46',
  modalText: '#f4f5f7',
  modalTextDim: '#959caa',
  modalTextSecondary: '#b4bac6',
  profileAction: '#16181d',
  profileActionHover: '#1f2229',
  profileForeground: '#1f2229',
  selectedOptionBorder: '#767e8d',
  standby: '#f2b84b',
};
const midnight: Colors = {
  ...dark,
  menuItemBackground: '#0d0e11',
  modalBackground: '#000',
  connectButtonBackground: '#000',
  profileAction: '#000',
  downloadBottomCardBackground: '#000',
};

const on = (accentColor: string, accentColorForeground = '#fff'): AccentColor => ({
  accentColor,
  accentColorForeground,
});
const accents = (blue: string): Record<AccentColorPreset, AccentColor> => ({
  blue: on(blue),
  green: on('#137a4b'),
  red: on('#c42b1c'),
  purple: on('#6b3fd4'),
  pink: on('#c02678'),
  orange: on('#b4530a'),
});

function make(colors: Colors, { borderRadius, fontStack, overlayBlur, ...accent }: ThemeOptions): ThemeVars {
  if (overlayBlur && overlayBlur != 'none')
    warnUnsupported('overlayBlur', 'The modal has its own overlay, which dims and blurs the page.');
  const radius = `${RADII[borderRadius ?? 'large']}px`;
  const overrides = Object.entries(accent).filter(([, value]) => value !== undefined);
  return {
    blurs: { modalOverlay: 'blur(0px)' },
    colors: { ...colors, ...Object.fromEntries(overrides) },
    fonts: { body: FONTS[fontStack ?? 'rounded'] },
    radii: {
      actionButton: radius,
      connectButton: radius,
      menuButton: radius,
      modal: radius,
      modalMobile: radius,
    },
    shadows: {
      connectButton: 'none',
      dialog: 'none',
      profileDetailsAction: 'none',
      selectedOption: 'none',
      selectedWallet: 'none',
      walletLogo: 'none',
    },
  };
}

const themeOf = (colors: Colors) =>
  Object.assign((options: ThemeOptions = {}): ThemeVars => make(colors, options), {
    accentColors: accents(colors.accentColor),
  });

export const lightTheme = themeOf(light);
export const darkTheme = themeOf(dark);
export const midnightTheme = themeOf(midnight);

/** the parts of a theme that have a variable of ours; the modal draws the rest in its own way */
const NAMES: Partial<Record<keyof Colors, string>> = {
  accentColor: '--wm-accent',
  accentColorForeground: '--wm-on-accent',
  actionButtonSecondaryBackground: '--wm-surface-3',
  connectionIndicator: '--wm-success',
  error: '--wm-error',
  menuItemBackground: '--wm-surface-2',
  modalBackdrop: '--wm-overlay',
  modalBackground: '--wm-surface',
  modalBorder: '--wm-border',
  modalText: '--wm-text',
  modalTextDim: '--wm-text-3',
  modalTextSecondary: '--wm-text-2',
  selectedOptionBorder: '--wm-control',
  standby: '--wm-warning',
};

const HEX = /^#([\da-f]{3}|[\da-f]{6})$/i;

/** Whether a theme is dark, according to its background. Anything but a plain color counts as light. */
export function modeOf({ colors }: ThemeVars): Mode {
  const hex = HEX.exec(colors.modalBackground.trim())?.[1];
  const rgb =
    hex?.length == 3
      ? [...hex].map((one) => parseInt(one + one, 16))
      : hex
        ? [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16))
        : (/^rgba?\(([^)]*)\)/.exec(colors.modalBackground)?.[1] ?? '')
            .split(/[ ,/]+/)
            .slice(0, 3)
            .map(Number);
  const [r = 255, g = 255, b = 255] = rgb.length == 3 && rgb.every((one) => !isNaN(one)) ? rgb : [];
  return r * 3 + g * 6 + b < 1_275 ? 'dark' : 'light';
}

/** Only the variables that differ from ours in that mode. */
export function variablesOf(theme: ThemeVars): Variables {
  const ours = modeOf(theme) == 'dark' ? dark : light;
  const variables: Variables = {};
  for (const [name, variable] of Object.entries(NAMES) as [keyof Colors, string][]) {
    const value = theme.colors[name];
    if (value && value != ours[name]) variables[variable] = value;
  }
  const radius = parseFloat(theme.radii.modal);
  if (!isNaN(radius) && radius != RADII.large) variables['--wm-radius-scale'] = radius / RADII.large;
  if (theme.fonts.body && theme.fonts.body != FONTS.rounded) variables['--wm-font-family'] = theme.fonts.body;
  return variables;
}

/** The modal's settings for a theme. */
export function settingsOf(
  theme: Theme,
  isDark: boolean,
): { themeMode: Mode | 'system'; themeVariables: Variables } {
  if (!('lightMode' in theme)) return { themeMode: modeOf(theme), themeVariables: variablesOf(theme) };
  return { themeMode: 'system', themeVariables: variablesOf(isDark ? theme.darkMode : theme.lightMode) };
}

type ThemeOrFunction = ThemeVars | (() => ThemeVars);
const given = (theme: ThemeOrFunction): ThemeVars => (typeof theme == 'function' ? theme() : theme);

/** The modal's CSS variables, for a page that sets them itself. Drops a value that could leave its CSS declaration. */
export function cssObjectFromTheme(
  theme: ThemeOrFunction,
  { extends: base }: { extends?: ThemeOrFunction } = {},
): Record<string, string> {
  const baseVariables: Variables = base ? variablesOf(given(base)) : {};
  const css: Record<string, string> = {};
  for (const [name, value] of Object.entries(variablesOf(given(theme)))) {
    const text = cssValue(value);
    if (text === undefined)
      warnOnce(name, `Ignoring the theme's value for ${name}: it isn't a plain CSS value`);
    else if (baseVariables[name] != value) css[name] = text;
  }
  return css;
}

export const cssStringFromTheme = (
  theme: ThemeOrFunction,
  options: { extends?: ThemeOrFunction } = {},
): string =>
  Object.entries(cssObjectFromTheme(theme, options))
    .map(([name, value]) => `${name}:${value};`)
    .join('');
