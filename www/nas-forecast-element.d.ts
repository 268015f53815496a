// The element <nas-forecast> of embed.js, for whoever scripts a page that holds one.

import type { Report, Scenario } from "./nas-forecast-types.js";

/**
 * A forecast in a frame that fits its content. Attributes: any path of a scenario (`network.link_gbit="10"`), `preset` for
 * `nas.preset`, and for the look `lang`, `theme`, `show`, `lock`, `compact`, `unit`, `gb`, `scale`, `accent`, `font`, `radius`;
 * `sandbox` goes to the frame, `title` names it.
 */
export interface NasForecastElement extends HTMLElement {
  /** As last set, or as the reader has changed it; undefined while it is still that of the attributes. */
  scenario: Scenario | Record<string, unknown> | undefined;
  /** Of the scenario's workload or, where it has none, of the first task; null until there is one. */
  readonly report: Report | null;
  /** Of all tasks, by name. */
  readonly reports: Record<string, Report>;

  addEventListener<Type extends keyof NasForecastEventMap>(
    type: Type,
    listener: (this: NasForecastElement, event: NasForecastEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Type extends keyof NasForecastEventMap>(
    type: Type,
    listener: (this: NasForecastElement, event: NasForecastEventMap[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

/** Both bubble, and tell of what the reader did only: setting `scenario` fires neither. */
export interface NasForecastEventMap extends HTMLElementEventMap {
  "scenario-change": CustomEvent<Record<string, unknown>>;
  forecast: CustomEvent<Report>;
}

declare global {
  interface HTMLElementTagNameMap {
    "nas-forecast": NasForecastElement;
  }
}
