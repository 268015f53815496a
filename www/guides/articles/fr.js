// Français : les guides d’exemple. « # » commence un intertitre, « @ » tient la place de la prévision, {noms} sont des chiffres.

/** @type {import("./en.js").Articles} */
const articles = {
  common: {
    guides: "Guides d’achat",
    intro: "Quatre questions que l’on se pose pour tout NAS, chacune avec des prévisions que vous pouvez modifier vous-même.",
    measured: "Qui l’a mesuré",
    accuracy: "Toutes les mesures à côté de leurs prévisions",
    source: "Les chiffres de cette page sont des prévisions de nas-forecast, avec {disks} sauf mention contraire. Le calculateur permet de vérifier chacun d’eux.",
    disks: "quatre disques durs de 8 To",
    open: "Ouvrir ce NAS dans nas-forecast",
    other: "Les autres guides",
  },
  "ssd-cache": {
    title: "Le cache SSD vaut-il son prix ?",
    lead: "Deux petits SSD devant les disques durs : pour certains travaux, le NAS devient une autre machine ; pour d’autres, il ne se passe rien du tout.",
    body: [
      "Prenons un Synology DS918+ en RAID 5 avec deux SSD en cache de lecture et d’écriture, sur un réseau à 1 Gbit/s. Un film en sort à {filmWithout} sans cache et à {filmWith} avec. Dans les deux cas, le réseau est saturé et aucun SSD n’y changera rien.",
      "# Là où il sert",
      "Un disque dur est lent quand il doit sauter d’un endroit à l’autre. Les lectures aléatoires de petits blocs, comme les font les bases de données, passent de {randomWithout} à {randomWith}, soit {randomTimes} fois plus. Les machines virtuelles vont {vmTimes} fois plus vite. Cela vaut pour les données qui reviennent sans cesse et tiennent sur les SSD ; ce qui est lu pour la première fois continue de venir des disques.",
      "@",
      "# Là où il ne sert pas",
      "Les petits documents passent leur temps en questions et réponses entre l’ordinateur et le NAS : {docsWithout} sans cache, {docsWith} avec. En copiant des dossiers, on ne remarque presque rien.",
      "Le cache est donc fait pour les bases de données, les machines virtuelles et le travail à plusieurs. Si vous déplacez surtout des films, des photos et des sauvegardes à 1 Gbit/s, pensez d’abord au réseau.",
    ],
  },
  network: {
    title: "1, 2,5 ou 10 GbE ?",
    lead: "Le port réseau est la première limite que l’on rencontre. Un port plus rapide aide, mais seulement ce que le réseau freinait.",
    body: [
      "Un QNAP TS-473A en RAID 5 envoie un film à {film1} sur 1 Gbit/s, à {film2} sur 2,5 Gbit/s et à {film10} sur 10 Gbit/s. Un film de {size} demande {time1}, {time2} ou {time10}. Les deux premiers débits sont le maximum que le câble peut transporter ; à 10 Gbit/s, ce sont les disques qui limitent.",
      "@",
      "# Les photos gagnent moins, les documents rien",
      "Les photos JPG passent de {jpg1} à {jpg2}, puis à {jpg10} : entre deux fichiers, le câble attend. Les petits documents restent où ils étaient, {docs1} contre {docs10}, car ils attendent des réponses et non du débit. Les lectures aléatoires atteignent {random1} et {random10} ; les disques ne s’aperçoivent même pas du câble.",
      "# Que choisir ?",
      "Le passage à 2,5 Gbit/s se sent dès que l’on a de gros fichiers, et quelques disques durs suffisent à en tirer parti. Un port à 10 Gbit/s se justifie quand les disques suivent ou quand plusieurs personnes travaillent en même temps. Pour des documents et des bases de données, gardez votre argent.",
    ],
  },
  raid: {
    title: "RAID 5, 6 ou 10 pour quatre baies ?",
    lead: "Quatre disques, trois façons de les réunir. L’espace et la sécurité relèvent du calcul ; la vitesse dépend de ce que vous faites.",
    body: [
      "Sur un QNAP TS-473A avec un port à 10 Gbit/s, quatre disques livrent un film à {film5} en RAID 5, {film6} en RAID 6 et {film10} en RAID 10 ; ils en reçoivent un à {up5}, {up6} et {up10}. À 1 Gbit/s, il n’y a plus rien à choisir : {slow5}, {slow6}, {slow10}. C’est le câble qui décide.",
      "@",
      "# Les petites écritures les départagent",
      "Changer un petit bloc coûte deux écritures à un miroir. Le RAID 5 doit d’abord lire l’ancien bloc et sa parité, le RAID 6 deux parités. Les écritures aléatoires atteignent {write5}, {write6} et {write10}, les machines virtuelles {vm5}, {vm6} et {vm10}. Les lectures dispersées coûtent à peu près la même chose aux trois : {read5}, {read6}, {read10}.",
      "# Que choisir ?",
      "Le RAID 5 pour le maximum d’espace et les gros fichiers. Le RAID 10 pour les bases de données et les machines virtuelles. Le RAID 6 si un deuxième disque doit pouvoir tomber en panne pendant que l’on remplace le premier. Aucun des trois n’est une sauvegarde.",
    ],
  },
  photographers: {
    title: "Un NAS pour photographes",
    lead: "Les fichiers RAW sont gros, les JPG petits, et les uns comme les autres arrivent par milliers. Qu’est-ce qui rend un NAS réactif ?",
    body: [
      "Un Synology DS224+ avec deux disques en miroir et 1 Gbit/s livre les fichiers RAW à {raw1} et les JPG à {jpg1}. Un QNAP TS-473A en RAID 5 à 2,5 Gbit/s les livre à {raw2} et {jpg2}. Pour les RAW, le réseau limite dans les deux cas : le port plus rapide double à peu près leur débit. Pour les JPG, chaque fichier coûte un temps qui lui est propre, et le gain est moindre.",
      "@",
      "# Et le cache SSD ?",
      "Il fait passer les RAW de {raw2} à {rawCached}, ce qui est peu pour deux SSD. Il vaut son prix si le catalogue se trouve sur le NAS, car un catalogue est une base de données : les lectures aléatoires passent de {random2} à {randomCached}.",
      "# Dans cet ordre",
      "D’abord le port plus rapide, avec un ordinateur et un commutateur qui en sont équipés aussi. Puis un cache, si le catalogue doit être sur le NAS. Mieux encore, gardez le catalogue sur le SSD de l’ordinateur : aucun réseau n’est plus proche.",
    ],
  },
};

export default articles;
