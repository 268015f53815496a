// Die deutschen Wörter der Seite über die Genauigkeit.

/** @type {import("./en.js").AccuracyText} */
const text = {
  title: "Wie gut stimmen diese Prognosen? · nas-forecast",
  back: "Zum Rechner",
  heading: "Die Hälfte dieser Prognosen liegt höchstens {median} neben dem, was gemessen wurde.",
  lead: "{values} Werte aus {cases} veröffentlichten Tests von {sources} Quellen, jeder allein aus der Beschreibung von NAS, Laufwerken, Netz und Aufgabe vorhergesagt. Die Faustformeln anderer Rechner liegen im Median {classic} daneben.",
  loading: "Die Messwerte werden geladen.",
  missing: "Die Messwerte ließen sich nicht laden. Der Bau (./build.sh) erzeugt sie neben dieser Seite.",

  headlines: {
    all: "Medianfehler, alle",
    away: "Medianfehler, wo nicht das Netz begrenzt",
    within: "Werte, die höchstens 25 % danebenliegen",
    classic: "Faustformeln: {value}",
  },

  chart: {
    heading: "Gemessen und vorhergesagt",
    help: "Jede Marke ist ein gemessener Wert. Auf der Linie stimmt die Prognose genau; im Band liegt sie höchstens 25 % daneben, zwischen den gepunkteten Linien höchstens um den Faktor zwei.",
    figures: "Werte",
    all: "Alle, jeder in seiner Einheit",
    method: "Prognose von",
    methods: { own: "nas-forecast", classic: "Faustformeln" },
    measured: "gemessen",
    forecast: "vorhergesagt",
    pick: "Zeigen Sie auf eine Marke, um zu sehen, wofür sie steht.",
    band: "höchstens 25 % daneben",
    pale: "blass: in keiner Zusammenfassung",
    double: "Faktor zwei",
    interval: "80-%-Bereich",
    name: "Prognose gegen Messung auf Achsen in Zehnerpotenzen: {count} Marken, davon {within} höchstens 25 % daneben.",
  },

  detail: {
    figures: "{case}: gemessen {measured}, vorhergesagt {forecast}",
    range: "80-%-Bereich {low} bis {high}",
    high: "{error} zu hoch",
    low: "{error} zu niedrig",
    exact: "kein Unterschied",
    limit: "begrenzt durch: {station}",
    atLeast: "mindestens {value}",
    atMost: "höchstens {value}",
    between: "{low} bis {high}",
  },

  sources: {
    heading: "Nach Quelle",
    help: "Jede Quelle hat ihre eigene Marke. Wählen Sie eine aus, um nur sie zu sehen.",
    source: "Quelle",
    figures: "Werte",
    median: "Medianfehler",
    only: "Nur {source} zeigen",
    everything: "Alle Quellen zeigen",
    more: "Quellen, deren Bedingungen sich vermischen (Note C), zählen in keiner Zusammenfassung; ihre Marken stehen trotzdem im Diagramm.",
  },

  categories: {
    heading: "Nach Art des Tests",
    kind: "Art",
    ninety: "90 % liegen unter",
    classic: "Faustformel",
  },

  table: {
    heading: "Alle Werte als Tabelle",
    test: "Test",
    quantity: "Größe",
    measured: "Gemessen",
    forecast: "Prognose",
    range: "80-%-Bereich",
    error: "Daneben",
    grade: "Note",
    limit: "Grenze",
  },

  misses: {
    heading: "Wo es nicht stimmt",
    lead: "Werte der Noten A und B, die die Prognose um mehr als {limit} verfehlt, die schlimmsten zuerst. Entweder fehlt dem Modell ein Mechanismus, oder die Quelle nennt eine Bedingung nicht; die Bemerkungen stammen aus unserer Lesart der Quelle.",
    none: "Kein Wert der Noten A und B wird um mehr als {limit} verfehlt.",
    andMore: { one: "{n} weiterer", other: "{n} weitere" },
    factor: { high: "{factor}-mal zu hoch", low: "{factor}-mal zu niedrig" },
  },

  orderings: {
    heading: "Was Quellen ohne Zahlen sagen",
    lead: "{held} von {all} Vergleichen, die Quellen nennen, ergeben sich auch aus den Prognosen.",
    broken: "Diese nicht:",
  },

  parameters: {
    heading: "Was das Modell aus Messungen nimmt",
    lead: "Alles, was weder Geometrie noch Rechnung ist. Jeder Wert beginnt als Schätzung mit Quelle (vorher) und wird dann auf das gesetzt, was angesichts aller Tests zusammen am wahrscheinlichsten ist (jetzt). Keiner gehört zu einem einzelnen NAS oder Testbericht.",
    show: "{count} Parameter",
    name: "Parameter",
    before: "Vorher",
    now: "Jetzt",
    spread: "± {percent}",
    sources: { one: "{n} Quelle sagt etwas dazu", other: "{n} Quellen sagen etwas dazu" },
    none: "kein Test sagt etwas dazu",
    from: "Herkunft der Schätzung",
  },

  method: {
    heading: "Wie gezählt wird",
    items: [
      "Der Fehler eines Wertes ist der Faktor zwischen Prognose und Messung, nach oben wie nach unten: 25 % heißt 1,25-mal oder 1/1,25.",
      "Note A: Die Quelle nennt alles Entscheidende. Note B: Etwas Entscheidendes wurde aus der Hardware erschlossen, nie am Ergebnis angepasst. Note C: vermischt, wird gezeigt, zählt aber nicht.",
      "Gezählt werden Durchsatz, Operationen und Dateien pro Sekunde, mittlere Antwortzeit, Dauer und Beschleunigung.",
      "„Wo nicht das Netz begrenzt“ lässt Werte ab 93 % dessen weg, was die Leitung trägt: Die trifft jedes Modell.",
      "Die Faustformeln: Laufwerke mal Zugriffe durch den Schreibaufwand des RAID, Datenlaufwerke mal ihre Rate, höchstens die Leitung.",
    ],
    data: "Dasselbe als Daten: {link}",
  },

  metrics: {
    throughput_mb_s: "Durchsatz",
    iops: "Operationen pro Sekunde",
    latency_mean_ms: "Mittlere Antwortzeit",
    latency_max_ms: "Längste Antwortzeit",
    latency_stddev_ms: "Streuung der Antwortzeiten",
    latency_p50_ms: "Mediane Antwortzeit",
    latency_p95_ms: "Antwortzeit, 95 %",
    latency_p99_ms: "Antwortzeit, 99 %",
    duration_s: "Dauer",
    files_per_s: "Dateien pro Sekunde",
    hit_percent: "Cache-Treffer",
    rebuild_h: "Dauer des Wiederaufbaus",
    speedup: "Beschleunigung",
  },

  units: { iops: "IOPS", files_per_s: "Dateien/s", speedup: "-fach" },

  kinds: {
    block_size_sweep: "Blockgröße durchgefahren",
    zfs_raid_sequential: "ZFS-Verbünde, große Blöcke",
    ssd_cache_pair: "Mit und ohne SSD-Cache",
    line_rate_1gbe: "Große Dateien über 1 Gbit/s",
    "line_rate_2.5gbe": "Große Dateien über 2,5 Gbit/s",
    encryption_cpu: "Verschlüsselung",
    single_hdd: "Einzelne Festplatten",
    mixed_random: "Wahlfrei gelesen und geschrieben",
    bonding_multichannel: "Mehrere Leitungen",
    raid_local_hdd: "RAID im NAS selbst",
    sequential_small_block: "Kleine Blöcke der Reihe nach",
    ssd_local: "SSDs im NAS selbst",
    sequential_10gbe: "Große Dateien über 10 Gbit/s",
    cpu_limited: "Langsame Prozessoren",
    network_raw: "Das bloße Netz",
    protocol_latency: "Antwortzeiten der Protokolle",
    random_4k_hdd_raid: "4K wahlfrei auf Festplatten",
    protocol_compare: "Protokolle im Vergleich",
    small_files: "Kleine Dateien",
    rebuild_degraded: "Wiederaufbau",
    metadata_ops: "Dateien anlegen und löschen",
    file_copy_medium: "Fotos",
    mtu_pair: "Jumbo-Frames",
    other: "Sonstiges",
  },
};

export default text;
