/** The words of the titles, the most frequent first. */
export const titleWords: readonly string[] = [
  ...["hub", "offline", "readings", "missing", "app", "login", "after", "update", "meter", "invoice"],
  ...["clamp", "plug", "error", "slow", "wrong", "refund", "delivery", "password", "export", "gateway"],
  ...["firmware", "battery", "tariff", "solar", "phase", "wifi", "router", "pairing", "certificate", "subscription"],
  ...["chart", "timezone", "duplicate", "negative", "voltage", "alarm", "threshold", "webhook", "token", "permission"],
  ...["install", "cable", "display", "reset", "serial", "warranty", "contract", "cancel", "upgrade", "discount"],
  ...["translation", "accessibility", "heatpump", "charger", "calibration", "ethernet", "modbus", "zigbee", "audit"],
  "quarantine",
];

/** What the bodies are put together from: three to five of these, some 200 to 400 bytes. */
export const bodySentences: readonly string[] = [
  "Since last Tuesday the readings arrive with a delay of several hours, sometimes a day.",
  "We restarted the hub twice and checked every cable, without any visible effect.",
  "The light on the front is orange and blinks in groups of three.",
  "Our electrician confirmed that the voltage on all three phases is as it should be.",
  "The app shows the message that the device is unknown and offers a new pairing.",
  "This concerns all four sites of ours, so please treat it with some urgency.",
  "A colleague of yours promised on the phone to send a replacement, which has not arrived.",
  "The export of the previous month holds every hour of the 14th twice.",
  "I attached the log that the support page asks for, and a photograph of the cabinet.",
  "Could you tell us which firmware is the newest one that works with the old clamps?",
  "The invoice lists eleven devices, although we returned two of them in spring.",
  "After the change of our router nothing reaches your servers any more.",
  "It worked without a fault for two years until the update of last night.",
  "Please call back in the morning, since the cabinet is only accessible until noon.",
];
