// Les mots français de la page sur la justesse des prévisions.

/** @type {import("./en.js").AccuracyText} */
const text = {
  title: "Ces prévisions sont-elles justes ? · nas-forecast",
  back: "Vers le calculateur",
  heading: "La moitié de ces prévisions s’écartent de moins de {median} de ce qui a été mesuré.",
  lead: "{values} valeurs issues de {cases} tests publiés par {sources} sources, chacune prévue à partir de la seule description du NAS, des disques, du réseau et de la tâche. Les formules classiques des autres calculateurs se trompent de {classic} (médiane).",
  loading: "Chargement des mesures.",
  missing: "Les mesures n’ont pas pu être chargées. Elles sont produites par la compilation (./build.sh) et se trouvent à côté de cette page.",

  headlines: {
    all: "Erreur médiane, ensemble",
    away: "Erreur médiane quand le réseau n’est pas la limite",
    within: "Valeurs à 25 % près ou mieux",
    classic: "formules classiques : {value}",
  },

  chart: {
    heading: "Mesuré et prévu",
    help: "Chaque marque est une valeur mesurée. Sur la ligne, la prévision est exacte ; dans la bande, elle s’écarte d’au plus 25 % ; entre les pointillés, d’au plus un facteur deux.",
    figures: "Valeurs",
    all: "Toutes, chacune dans son unité",
    method: "Prévision par",
    methods: { own: "nas-forecast", classic: "Formules classiques" },
    measured: "mesuré",
    forecast: "prévu",
    pick: "Pointez une marque pour savoir ce qu’elle représente.",
    band: "écart d’au plus 25 %",
    pale: "pâle : dans aucun bilan",
    double: "facteur deux",
    interval: "intervalle à 80 %",
    name: "Prévision en fonction de la mesure, axes en puissances de dix : {count} marques, dont {within} à 25 % près ou mieux.",
  },

  detail: {
    figures: "{case} : mesuré {measured}, prévu {forecast}",
    range: "intervalle à 80 % : de {low} à {high}",
    high: "{error} de trop",
    low: "{error} trop bas",
    exact: "aucun écart",
    limit: "limite : {station}",
    atLeast: "au moins {value}",
    atMost: "au plus {value}",
    between: "de {low} à {high}",
  },

  sources: {
    heading: "Par source",
    help: "Chaque source a sa propre marque. Choisissez-en une pour l’isoler.",
    source: "Source",
    figures: "Valeurs",
    median: "Erreur médiane",
    only: "N’afficher que {source}",
    everything: "Afficher toutes les sources",
    more: "Les sources dont les conditions se confondent (note C) ne comptent dans aucun bilan ; leurs marques figurent quand même dans le graphique.",
  },

  categories: {
    heading: "Par type de test",
    kind: "Type",
    ninety: "90 % sont en dessous de",
    classic: "Classique",
  },

  table: {
    heading: "Toutes les valeurs en tableau",
    test: "Test",
    quantity: "Grandeur",
    measured: "Mesuré",
    forecast: "Prévu",
    range: "Intervalle à 80 %",
    error: "Écart",
    grade: "Note",
    limit: "Limite",
  },

  misses: {
    heading: "Là où c’est faux",
    lead: "Les valeurs de note A et B que la prévision manque de plus de {limit}, les pires d’abord. Un échec, c’est soit un mécanisme qui manque au modèle, soit une condition que la source ne précise pas ; les remarques sont celles de notre lecture de la source.",
    none: "Aucune valeur de note A ou B n’est manquée de plus de {limit}.",
    andMore: { one: "{n} autre", other: "{n} autres" },
    factor: { high: "{factor} fois trop haut", low: "{factor} fois trop bas" },
  },

  orderings: {
    heading: "Ce que les sources disent sans chiffres",
    lead: "{held} des {all} comparaisons énoncées par les sources se retrouvent dans les prévisions.",
    broken: "Celles-ci non :",
  },

  parameters: {
    heading: "Ce que le modèle tire des mesures",
    lead: "Tout ce qui n’est ni géométrie ni arithmétique. Chaque valeur part d’une estimation sourcée (avant), puis prend la valeur la plus probable au vu de tous les tests à la fois (après). Aucune n’est propre à un NAS ou à un article.",
    show: "{count} paramètres",
    name: "Paramètre",
    before: "Avant",
    now: "Après",
    spread: "à {percent} près",
    sources: { one: "{n} source en témoigne", other: "{n} sources en témoignent" },
    none: "aucun test n’en témoigne",
    from: "Origine de l’estimation",
  },

  method: {
    heading: "Comment c’est compté",
    items: [
      "L’erreur d’une valeur est le facteur entre prévision et mesure, dans les deux sens : 25 % signifie 1,25 fois ou 1/1,25.",
      "Note A : la source précise tout ce qui compte. Note B : un point décisif a été déduit du matériel, jamais ajusté au résultat. Note C : conditions confondues, montré mais pas compté.",
      "Sont comptés le débit, les opérations et les fichiers par seconde, le temps de réponse moyen, la durée et l’accélération.",
      "« Le réseau n’est pas la limite » écarte les valeurs à 93 % ou plus de ce que porte le câble : tout modèle les trouve.",
      "Les formules classiques : disques fois accès, divisés par la pénalité d’écriture du RAID ; disques de données fois leur débit ; au plus le câble.",
    ],
    data: "Les mêmes données : {link}",
  },

  metrics: {
    throughput_mb_s: "Débit",
    iops: "Opérations par seconde",
    latency_mean_ms: "Temps de réponse moyen",
    latency_max_ms: "Temps de réponse le plus long",
    latency_stddev_ms: "Écart type des temps de réponse",
    latency_p50_ms: "Temps de réponse médian",
    latency_p95_ms: "Temps de réponse, 95 %",
    latency_p99_ms: "Temps de réponse, 99 %",
    duration_s: "Durée",
    files_per_s: "Fichiers par seconde",
    hit_percent: "Succès du cache",
    rebuild_h: "Durée de reconstruction",
    speedup: "Accélération",
  },

  units: { iops: "IOPS", files_per_s: "fichiers/s", speedup: "fois" },

  kinds: {
    block_size_sweep: "Taille de bloc variée",
    zfs_raid_sequential: "Grappes ZFS, gros blocs",
    ssd_cache_pair: "Avec et sans cache SSD",
    line_rate_1gbe: "Gros fichiers à 1 Gbit/s",
    "line_rate_2.5gbe": "Gros fichiers à 2,5 Gbit/s",
    encryption_cpu: "Chiffrement",
    single_hdd: "Disques durs seuls",
    mixed_random: "Lectures et écritures aléatoires mêlées",
    bonding_multichannel: "Plusieurs liens",
    raid_local_hdd: "RAID à l’intérieur du NAS",
    sequential_small_block: "Petits blocs à la suite",
    ssd_local: "SSD à l’intérieur du NAS",
    sequential_10gbe: "Gros fichiers à 10 Gbit/s",
    cpu_limited: "Processeurs lents",
    network_raw: "Le réseau seul",
    protocol_latency: "Temps de réponse des protocoles",
    random_4k_hdd_raid: "4K aléatoire sur disques durs",
    protocol_compare: "Protocoles comparés",
    small_files: "Petits fichiers",
    rebuild_degraded: "Reconstruction",
    metadata_ops: "Création et suppression de fichiers",
    file_copy_medium: "Photos",
    mtu_pair: "Trames jumbo",
    other: "Autres",
  },
};

export default text;
